/** A file that was dropped on the page, until the page for imports reads it. */

class DroppedFile {
  file = $state.raw<File | null>(null);
}

export const droppedFile = new DroppedFile();
