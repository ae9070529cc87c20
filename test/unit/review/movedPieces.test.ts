import { describe } from "vitest";
import { piece } from "./openPieces.ts";
import { apply, become, check, next, reject, type } from "./pieceActs.ts";

describe("open pieces of another apply", () => {
  check(
    "stand beside those of the first",
    [piece(1, "2-3:X", "5-6:F F")],
    [apply("a B c d e f G", piece(1, "4-4:n", "0-0:m"))],
    ["a B X d n e f G", "apply/1: * | a B c d n e F F G", "other/1: * | m a B X d e f G"],
  );
  check(
    "stand below others in the same place",
    [piece(1, "3-3:X", "0-1:F F")],
    [apply("a B c d e f g", piece(1, "3-3:Y", "7-7:h"))],
    ["a B c X Y d e f g", "apply/1: * | F F B c Y d e f g", "other/1: * | a B c X d e f g h"],
  );
  check(
    "stand for the same lines in the same place",
    [piece(1, "3-3:X", "0-1:F F")],
    [apply("a B c d e f g", piece(1, "3-3:X", "7-7:h"))],
    ["a B c X d e f g", "apply/1: - | F F B c X d e f g", "other/1: * | a B c d e f g h"],
  );
  check(
    "hide those of the first that are for the same lines",
    [piece(1, "4-5:x", "6-6:x")],
    [apply("a B c d e f g", piece(1, "4-5:y", "0-0:m"))],
    ["a B c d y f g", "apply/1: - | a B c d y f x g", "other/1: * | m a B c d e f g"],
  );
  check(
    "hide those of the first that they are in the middle of",
    [piece(1, "1-4:A c D")],
    [apply("a B c d e f g", piece(1, "2-3:q"))],
    ["a B q d e f g", "apply/1: -", "other/1: *"],
  );
  check(
    "hide those that are in the middle of them",
    [piece(1, "4-4:x", "6-6:x"), piece(2, "0-1:A", "6-7:G")],
    [apply("a B c d e f g", piece(1, "3-6:n m", "0-0:m"))],
    ["A B c n m g", "apply/1: - | A B c n m x g", "apply/2: * | a B c n m G", "other/1: * | m A B c d e f g"],
  );
  check(
    "do not hide what is beside them",
    [piece(1, "2-3:X"), piece(2, "4-4:Y"), piece(3, "5-6:Z")],
    [apply("a B c d e f g", piece(1, "3-4:n"), piece(2, "4-5:m"))],
    ["a B X n Y m Z g", "apply/1: *", "apply/2: *", "apply/3: *", "other/1: *", "other/2: *"],
  );
  check(
    "are seen again when those that hid them are rejected",
    [piece(1, "4-5:x")],
    [apply("a B c d e f g", piece(1, "4-5:y")), reject(1), next(0)],
    ["a B c d x f g", "apply/1: *"],
  );
});

describe("what is sure of another apply", () => {
  check(
    "leaves a piece without a reading whose lines it changes",
    [piece(1, "4-5:x", "6-6:x")],
    [apply("a B c d E f g")],
    ["a B c d E f g", "apply/1: a B c d E f x g"],
  );
  check(
    "leaves nothing of what a piece shows around its lines",
    [piece(1, "1-5:A c D x")],
    [apply("a B Q d e f g")],
    ["a B Q d e f g", "apply/1: "],
  );
  check(
    "stands above what a piece inserts there",
    [piece(1, "4-4:x", "6-6:y")],
    [apply("a B c d Q e f g")],
    ["a B c d Q x e f g", "apply/1: * | a B c d Q e f y g"],
  );
  check(
    "leaves what pieces insert in the order in which they were",
    [piece(1, "4-4:x"), piece(2, "2-2:y")],
    [apply("a B e f g")],
    ["a B y x e f g", "apply/2: *", "apply/1: *"],
  );
  check(
    "is all that is left where it is no more than what pieces take out",
    [piece(1, "0-1:")],
    [apply("a")],
    ["a", "apply/1: -"],
  );
});

describe("a proposal that changes", () => {
  check(
    "in what a piece shows changes this reading",
    [piece(1, "2-3:X", "5-6:F F")],
    [become("a B X2 d e f g")],
    ["a B X2 d e f g", "apply/1: * | a B c d e F F g"],
  );
  check(
    "in the lines of another reading leaves none of it",
    [piece(1, "2-3:X", "5-6:F F")],
    [become("a B X d e Q g")],
    ["a B X d e Q g", "apply/1: *"],
  );
  check(
    "in what two pieces show gives it all to the first",
    [piece(1, "2-3:X", "5-6:F"), piece(2, "3-4:Y", "6-6:G")],
    [become("a B Q e f g")],
    ["a B Q e f g", "apply/1: * | a B c d e F g", "apply/2: a B Q e f G g"],
  );
  check(
    "at the border of what two pieces show gives it all to the first",
    [piece(1, "2-4:X X2 X3", "5-6:F"), piece(2, "4-5:Y Y2", "6-6:G"), piece(3, "6-7:Z")],
    [become("a B X X2 Q R S f Z")],
    ["a B X X2 Q R S f Z", "apply/1: * | a B c d e F Z", "apply/2: a B X X2 Q R S f G Z", "apply/3: *"],
  );
  check(
    "above them moves all readings",
    [piece(1, "2-4:X", "5-6:F F"), piece(2, "4-4:Y Z", "6-7:G")],
    [become("n n a B X Y Z e f g")],
    ["n n a B X Y Z e f g", "apply/1: * | n n a B c d Y Z e F F g", "apply/2: * | n n a B X e f G"],
  );
  check(
    "below them moves the readings there",
    [piece(1, "2-4:X", "0-1:F F"), piece(2, "4-4:Y Z", "6-7:G")],
    [become("a B X Y Z e g h i")],
    ["a B X Y Z e g h i", "apply/1: * | F F B c d Y Z e g h i", "apply/2: * | a B X e G h i"],
  );
  check(
    "by lines that go leaves a reading that takes them out",
    [piece(1, "2-4:X", "0-1:F F"), piece(2, "5-5:Y Z", "6-7:G")],
    [become("a B e Y Z f g")],
    ["a B e Y Z f g", "apply/1: * | F F B c d e Y Z f g", "apply/2: * | a B e f G"],
  );
  check(
    "in and around what a piece shows widens it",
    [piece(1, "3-4:X", "0-1:F F"), piece(2, "5-5:Y Z", "6-7:G")],
    [become("a B n m e Y Z f g")],
    ["a B n m e Y Z f g", "apply/1: * | F F B c d e Y Z f g", "apply/2: * | a B n m e f G"],
  );
  check(
    "between what two pieces show moves the second",
    [piece(1, "3-3:X", "0-1:F F"), piece(2, "5-5:Y Z", "6-7:G")],
    [become("a B c X d n n n e Y Z f g")],
    ["a B c X d n n n e Y Z f g", "apply/1: * | F F B c d n n n e Y Z f g", "apply/2: * | a B c X d n n n e f G"],
  );
});

describe("what is typed", () => {
  check(
    "above all moves all readings",
    [piece(1, "3-4:x y", "5-6:F"), piece(2, "6-7:", "0-1:h h")],
    [type("n a b c d e f g")],
    ["n a B c x y e f", "apply/1: * | n a B c d e F", "apply/2: * | n h h B c x y e f g"],
    "n a b c d e f g",
  );
  check(
    "below all leaves them",
    [piece(1, "3-4:x y", "5-6:F"), piece(2, "6-7:", "0-1:h h")],
    [type("a b c d e f g n")],
    ["a B c x y e f n", "apply/1: * | a B c d e F n", "apply/2: * | h h B c x y e f n g"],
    "a b c d e f g n",
  );
  check(
    "beside what a piece shows is below it",
    [piece(1, "3-4:x y", "5-6:F"), piece(2, "6-7:", "0-1:h h")],
    [type("a b c d n e f g")],
    ["a B c x y n e f", "apply/1: * | a B c d n e F", "apply/2: * | h h B c x y n e f g"],
    "a b c d n e f g",
  );
  check(
    "in lines that a piece shows others of stays a choice",
    [piece(1, "3-4:x y", "5-6:F"), piece(2, "6-7:", "0-1:h h")],
    [type("a b c D e f g")],
    ["a B c x y e f", "apply/1: * | a B c d e F", "apply/2: * | h h B c x y e f g"],
    "a b c D e f g",
  );
  check(
    "that deletes lines that a piece shows others of leaves the choice",
    [piece(1, "3-4:x y", "5-6:F"), piece(2, "6-7:", "0-1:h h")],
    [type("a b c e f g")],
    ["a B c x y e f", "apply/1: * | a B c d e F", "apply/2: * | h h B c x y e f g"],
    "a b c e f g",
  );
  check(
    "over the lines of another reading leaves none of it",
    [piece(1, "3-4:x y", "5-6:F"), piece(2, "6-7:", "0-1:h h")],
    [type("a b c d e Q g")],
    ["a B c x y e Q", "apply/1: *", "apply/2: * | h h B c x y e Q g"],
    "a b c d e Q g",
  );
  check(
    "over the first line leaves no reading of that",
    [piece(1, "3-4:x y", "5-6:F"), piece(2, "6-7:", "0-1:h h")],
    [type("A b c d e f g")],
    ["A B c x y e f", "apply/1: * | A B c d e F", "apply/2: *"],
    "A b c d e f g",
  );
  check(
    "in a line that a piece takes out keeps it out",
    [piece(1, "3-4:x y", "5-6:F"), piece(2, "6-7:", "0-1:h h")],
    [type("a b c d e f G")],
    ["a B c x y e f", "apply/1: * | a B c d e F", "apply/2: * | h h B c x y e f g"],
    "a b c d e f G",
  );
  check(
    "in several places at once moves what is between",
    [piece(1, "3-4:x y", "5-6:F"), piece(2, "6-7:", "0-1:h h")],
    [type("n a b c d m e f g")],
    ["n a B c x y m e f", "apply/1: * | n a B c d m e F", "apply/2: * | n h h B c x y m e f g"],
    "n a b c d m e f g",
  );
  check(
    "over the whole file leaves the proposal",
    [piece(1, "3-4:x y", "5-6:F"), piece(2, "6-7:", "0-1:h h")],
    [type("n")],
    ["a B c x y e f", "apply/1: * | a B c d e F", "apply/2: * | h h B c x y e f g"],
    "n",
  );
});
