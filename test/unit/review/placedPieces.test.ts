import { describe } from "vitest";
import { FILE, piece } from "./openPieces.ts";
import { accept, check, drop, next, put, reject, takeBack, type } from "./pieceActs.ts";

describe("a piece that the user puts before a line", () => {
  check("comes at the top", [piece(1)], [put(0, 0)], ["code a B c d e f g", "apply/1: *"]);
  check("comes between lines", [piece(1)], [put(0, 3)], ["a B c code d e f g", "apply/1: *"]);
  check("comes at the end", [piece(1)], [put(0, 7)], ["a B c d e f g code", "apply/1: *"]);
  check("comes at the end where there are fewer lines", [piece(1)], [put(0, 99)], ["a B c d e f g code", "apply/1: *"]);
  check(
    "comes above what another one shows",
    [piece(1, "2-4:X Y Z"), piece(2)],
    [put(1, 1)],
    ["a code B X Y Z e f g", "apply/1: *", "apply/2: *"],
  );
  check(
    "comes right above what another one shows",
    [piece(1, "2-4:X Y Z"), piece(2)],
    [put(1, 2)],
    ["a B code X Y Z e f g", "apply/1: *", "apply/2: *"],
  );
  check(
    "comes above lines that another one shows where it is put between them",
    [piece(1, "2-4:X Y Z"), piece(2)],
    [put(1, 4)],
    ["a B code X Y Z e f g", "apply/1: *", "apply/2: *"],
  );
  check(
    "comes right below what another one shows",
    [piece(1, "2-4:X Y Z"), piece(2)],
    [put(1, 5)],
    ["a B X Y Z code e f g", "apply/1: *", "apply/2: *"],
  );
  check(
    "comes below what another one shows",
    [piece(1, "2-4:X Y Z"), piece(2)],
    [put(1, 6)],
    ["a B X Y Z e code f g", "apply/1: *", "apply/2: *"],
  );
  check(
    "comes above lines that another one has taken out",
    [piece(1, "2-5:"), piece(2)],
    [put(1, 1)],
    ["a code B f g", "apply/1: *", "apply/2: *"],
  );
  check(
    "comes below lines that another one has taken out",
    [piece(1, "2-5:"), piece(2)],
    [put(1, 3)],
    ["a B f code g", "apply/1: *", "apply/2: *"],
  );
  check(
    "comes above what another one inserts",
    [piece(1, "4-4:x y"), piece(2)],
    [put(1, 3)],
    ["a B c code d x y e f g", "apply/1: *", "apply/2: *"],
  );
  check(
    "stays open in the very place where another one inserts",
    [piece(1, "4-4:x y"), piece(2)],
    [put(1, 5)],
    ["a B c d x y e f g", "apply/1: *", "apply/2: "],
  );
  check(
    "comes below what several others show",
    [piece(1, "0-1:x y"), piece(2, "3-5:z"), piece(3)],
    [put(2, 7)],
    ["x y B c z f g code", "apply/1: *", "apply/2: *", "apply/3: *"],
  );
  check(
    "has one more reading, and does not show its former one",
    [piece(1, "4-4:x y", "1-1:Q")],
    [put(0, 6)],
    ["a B c d code e f g", "apply/1: a B c d x y e f g | a Q B c d e f g | *"],
  );
  check(
    "may be put again, which is the same step",
    [piece(1)],
    [put(0, 6), put(0, 2), takeBack],
    ["a B c d e f g", "apply/1: "],
  );
  check("is none that is not there", [piece(1)], [put(3, 6)], ["a B c d e f g", "apply/1: "]);
});

describe("where a piece is decided, another one", () => {
  check(
    "keeps its readings below",
    [piece(1, "2-2:x y z", "6-7:G"), piece(2, "4-6:E", "0-0:h", "2-3:C")],
    [accept(0)],
    ["a B x y z c d E g", "apply/2: * | h a B x y z c d e f g | a B x y z C d e f g"],
    "a B x y z c d e f g",
  );
  check(
    "keeps its readings above",
    [piece(1, "2-2:x y z", "6-7:G"), piece(2, "4-6:E", "0-0:h", "2-3:C")],
    [accept(1)],
    ["a B x y z c d E g", "apply/1: * | a B c d E G"],
    "a b c d E g",
  );
  check(
    "loses the readings of these lines",
    [piece(1, "2-3:x y", "6-7:G"), piece(2, "4-5:E", "3-4:h"), piece(3, "6-6:q", "4-5:A", "5-6:F")],
    [accept(1)],
    ["a B x y d E f q g", "apply/1: * | a B c d E f q G", "apply/3: * | a B x y d E F g"],
    "a b c d E f g",
  );
  check(
    "has the readings of these lines again where that is taken back",
    [piece(1, "2-3:x y", "6-7:G"), piece(2, "4-5:E", "3-4:h"), piece(3, "6-6:q", "4-5:A", "5-6:F")],
    [accept(1), takeBack],
    [
      "a B x y d E f q g",
      "apply/1: * | a B c d E f q G",
      "apply/2: * | a B x y h e f q g",
      "apply/3: * | - | a B x y d E F g",
    ],
  );
  check(
    "is decided with it where their lines touch",
    [piece(1, "2-4:x", "6-7:G"), piece(2, "4-6:E", "0-0:h")],
    [accept(0)],
    ["a B x E g"],
    "a B x E g",
  );
  check(
    "is open again with it",
    [piece(1, "2-4:x", "6-7:G"), piece(2, "4-6:E", "0-0:h", "2-3:C", "6-6:i")],
    [accept(0), takeBack],
    ["a B x E g", "apply/1: * | a B c d E G", "apply/2: * | h a B x e f g | - | a B x e f i g"],
  );
  check(
    "keeps its place where lines go with the rejected one",
    [piece(1, "2-4:x", "6-7:G"), piece(2, "5-6:E", "0-0:h", "2-3:C", "6-6:i")],
    [reject(0)],
    ["a b c d e E g", "apply/2: * | h a b c d e f g | a b C d e f g | a b c d e f i g"],
  );
  check(
    "has its former reading again where both steps are taken back",
    [piece(1, "2-4:x", "6-7:G"), piece(2, "5-6:E", "0-0:h", "2-3:C", "6-6:i")],
    [reject(0), next(0), takeBack, takeBack],
    ["a B x e E g", "apply/1: * | a B c d e E G", "apply/2: * | h a B x e f g | - | a B x e f i g"],
  );
  check(
    "stays decided where the newer decision alone is taken back",
    [piece(1, "2-3:x y", "6-7:G"), piece(2, "4-5:E", "3-4:h"), piece(3, "6-6:q", "0-1:A", "5-6:F")],
    [accept(0), accept(1), takeBack],
    ["a B x y d E f q g", "apply/2: * | a B x y h e f q g", "apply/3: * | A B x y d E f g | a B x y d E F g"],
    "a B x y d e f g",
  );
  check(
    "that was put stays where it is",
    [piece(1, "3-4:x y", "6-7:G"), piece(2, "5-6:E", "3-4:h"), piece(3)],
    [put(2, 2), accept(1), takeBack],
    ["a B code c x y e E g", "apply/1: * | a B code c d e E G", "apply/2: * | -", "apply/3: *"],
  );
  check(
    "stays as it is where the accept is undone in the file",
    [piece(1, "3-4:x y", "6-7:G"), piece(2, "5-6:E", "0-1:h")],
    [accept(1), type(FILE)],
    ["a B c x y e E g", "apply/2: * | h B c x y e f g", "apply/1: * | a B c d e E G"],
  );
  check(
    "stays as it was looked at since where the accept is undone in the file",
    [piece(1, "3-4:x y", "6-7:G"), piece(2, "5-6:E", "0-1:h")],
    [accept(1), next(0), type(FILE)],
    ["h B c x y e f g", "apply/2: a B c x y e E g | *", "apply/1: * | h B c d e f G"],
  );
});

describe("a piece without a place", () => {
  check(
    "is dropped alone",
    [piece(1), piece(2, "4-5:E", "3-4:h"), piece(3)],
    [drop("apply/1")],
    ["a B c d E f g", "apply/2: * | a B c h e f g", "apply/3: "],
  );
  check(
    "is dropped with another one",
    [piece(1), piece(2, "4-5:E", "3-4:h"), piece(3)],
    [drop("apply/1", "apply/3")],
    ["a B c d E f g", "apply/2: * | a B c h e f g"],
  );
  check(
    "is back when that is taken back, the newest first",
    [piece(1), piece(2, "4-5:E", "3-4:h"), piece(3)],
    [drop("apply/1"), drop("apply/3"), takeBack],
    ["a B c d E f g", "apply/2: * | a B c h e f g", "apply/3: "],
  );
  check(
    "is back when all is taken back",
    [piece(1), piece(2, "4-5:E", "3-4:h"), piece(3)],
    [drop("apply/1"), drop("apply/3"), takeBack, takeBack],
    ["a B c d E f g", "apply/1: ", "apply/2: * | a B c h e f g", "apply/3: "],
  );
  check(
    "is back beside one that was rejected after it",
    [piece(1), piece(2, "4-5:E", "3-4:h")],
    [drop("apply/1"), reject(0), takeBack, takeBack],
    ["a B c d E f g", "apply/1: ", "apply/2: * | a B c h e f g"],
  );
  check(
    "is none that shows something",
    [piece(1), piece(2, "4-5:E", "3-4:h")],
    [drop("apply/2")],
    ["a B c d E f g", "apply/1: ", "apply/2: * | a B c h e f g"],
  );
  check(
    "is none of another name",
    [piece(1), piece(2, "4-5:E", "3-4:h")],
    [drop("else")],
    ["a B c d E f g", "apply/1: ", "apply/2: * | a B c h e f g"],
  );
  check("is one that would take out all lines", [piece(1, "0-7:")], [], ["a B c d e f g", "apply/1: -"]);
  check(
    "is one that would take out all lines that another one leaves",
    [piece(1, "0-6:"), piece(2, "6-7:", "6-7:x y")],
    [],
    ["g", "apply/1: *", "apply/2: - | x y"],
  );
});
