/** The text of the page's live region, which screen readers read aloud. */

class Announcer {
  text = $state("");

  announce(text: string): void {
    this.text = text;
  }
}

export const announcer = new Announcer();
