import { afterEach, expect, test } from "vitest";

import { EN } from "../en";
import { chooseLanguage, decimal, say, sayMessage, title, word } from "..";
import { pseudo } from "../pseudo";
import { fill, readParams } from "../template";

afterEach(() => chooseLanguage(null));

test("parameters are inserted, also those with a conversion of the server", () => {
  expect(fill("{a} of {b:g}: {c!r}", { a: 1, b: 2.5, c: "x" })).toBe("1 of 2.5: “x”");
  expect(fill("{a} and {b}", { a: "one" })).toBe("one and {b}");
});

test("a text is read with the template that made it", () => {
  expect(readParams("by force in {plies} plies", "by force in 5 plies")).toEqual({ plies: "5" });
  expect(readParams("{one} and {other}", "2 men and a king")).toEqual({
    one: "2 men",
    other: "a king",
  });
  expect(readParams("draws (?)", "draws")).toBeNull();
});

test("English needs no catalogue", () => {
  expect(say("play.yours")).toBe(EN["play.yours"]);
  expect(sayMessage({ code: "nudge_calm", text: "As the server says." })).toBe(
    "As the server says.",
  );
  expect(title("white_man")).toBe("White man");
});

test("a language translates the page, sentences by code and words within them", async () => {
  await chooseLanguage("pseudo");
  expect(say("play.turn", { side: "X" })).toBe(pseudo(EN["play.turn"]).replace("{side}", "X"));
  const claim = sayMessage({ code: "wins_pieces", params: { what: "2 men" }, text: "wins 2 men" });
  expect(claim).not.toMatch(/[A-Za-z]{2}/);
  expect(word("Black has no pieces left")).not.toMatch(/[A-Za-z]{2}/);
  expect(word("by force in 7 plies")).not.toMatch(/[A-Za-z]{2}/);
});

test("a sentence of a game comes before one of another layer with its code", async () => {
  await chooseLanguage("pseudo");
  const taken = { code: "square_taken", params: { square: "e4" }, text: "Taken." };
  expect(sayMessage(taken)).toBe("Taken.");
  expect(sayMessage(taken, "draughts")).toMatch(/e4/);
});

test("what a language does not have is shown in the words of the server", async () => {
  await chooseLanguage("pseudo");
  expect(sayMessage({ code: "of_a_game_file", text: "Only three are allowed." })).toBe(
    "Only three are allowed.",
  );
  expect(word("gnome")).toBe("gnome");
});

test("numbers have at most two decimals", () => {
  expect([12.74991674991675, -2, 0.1].map(decimal)).toEqual(["12.75", "-2", "0.1"]);
});

test("an unknown language is English", async () => {
  await chooseLanguage("elvish");
  expect(say("play.yours")).toBe(EN["play.yours"]);
});

test("the pseudo-language is longer and keeps its parameters", () => {
  const text = "{side} offers a draw to everybody.";
  expect(pseudo(text).length).toBeGreaterThan(text.length * 1.25);
  expect(pseudo(text)).toContain("{side}");
  expect(pseudo(text).replace("{side}", "")).not.toMatch(/[A-Za-z]/);
});
