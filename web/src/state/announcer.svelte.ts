/** What a screen reader says: every move, whose turn it is, how it ended. */

class Announcer {
  text = $state("");

  /** Has something said. */
  say(text: string): void {
    this.text = text;
  }
}

export const announcer = new Announcer();
