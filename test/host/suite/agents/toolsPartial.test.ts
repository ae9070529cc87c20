import assert from "node:assert/strict";
import { describe, it } from "mocha";
import { AgentCalls } from "./agentCalls.ts";
import { Messages } from "../applying.ts";
import { Reviewing } from "../reviewing.ts";

const FILE = "begin();\nlog(1, user);\nend();\n";
const EDIT = [
  ...["<<<<<<< SEARCH", "end();", "=======", "stop();", ">>>>>>> REPLACE"],
  ...["<<<<<<< SEARCH", "begin(now);", "log(one, user);", "=======", "start();", ">>>>>>> REPLACE", ""],
].join("\n");

describe("the edits of agents with a block that is not in the file", function () {
  // The first use of a language loads its grammar, on a machine that may be busy.
  this.timeout(60_000);
  const user = new Reviewing();
  new Messages();
  const agent = new AgentCalls(user);

  it("are made without it, and the agent is told which one it is, with the lines to repeat", async () => {
    const target = await user.write("a.js", FILE);
    const editing = agent.edit("a.js", EDIT);
    await agent.underReview(target);
    await agent.decide(target, "accept");
    const result = await editing;
    assert.equal(result.outcome, "partly applied");
    assert.match(result.message, /^1 hunk accepted\. 1 block of the edit could not be placed.* Send it again/);
    assert.match(
      result.remarks.join("\n"),
      /^Block 2 of 2, whose SEARCH begins with "begin\(now\);", is not in the file\. Most like it are lines 1 to 2\.$/,
    );
    assert.deepEqual(result.regions, [{ lines: { start: 1, end: 3 }, text: "begin();\nlog(1, user);\nstop();" }]);
    assert.equal(user.textOf(target), FILE.replace("end", "stop"));
  });

  it("are previewed without it", async () => {
    const target = await user.write("a.js", FILE);
    const args = { target_file: "a.js", instructions: "I stop.", code_edit: EDIT };
    const request = { target, arguments: args, agent: "tester", session: "preview", patienceSeconds: 1 };
    const result = await user.surface.agentEdits.preview(request, () => undefined, new AbortController().signal);
    assert.equal(result.outcome, "previewed");
    assert.match(result.message, /The proof holds.* 1 block of the edit could not be placed/);
    assert.match(result.diff, /-end\(\);\n\+stop\(\);/);
    assert.equal(result.remarks.length, 1);
    assert.equal(user.textOf(target), FILE);
  });

  it("are told with what a block can mean that stands twice, by the lines of the file with the others", async () => {
    const target = await user.write("a.js", "begin();\nsame();\nother();\nsame();\n");
    const blocks = [
      ...["<<<<<<< SEARCH", "begin();", "=======", "zero();", "begin();", ">>>>>>> REPLACE"],
      ...["<<<<<<< SEARCH", "same();", "=======", "new();", ">>>>>>> REPLACE", ""],
    ].join("\n");
    const editing = agent.edit("a.js", blocks);
    await agent.underReview(target);
    await agent.decide(target, "accept");
    const { outcome, pieces } = await editing;
    assert.equal(outcome, "partly applied");
    assert.deepEqual(
      pieces.map(({ number, state, certainty }) => [number, state, certainty]),
      [
        [1, "placed", 1],
        [2, "open", 0.5],
      ],
    );
    const can = pieces[1]?.alternatives.map(({ number, lines, text }) => [number, lines.start, lines.end, text]);
    assert.deepEqual(can, [
      [1, 3, 3, "new();"],
      [2, 5, 5, "new();"],
    ]);
  });

  it("show no line of a file of secrets, nor whether it has one", async () => {
    const target = await user.write("a.env", "KEY=abc123\nNAME=shop\n");
    const edit = EDIT.replaceAll("end();", "NAME=shop").replace("begin(now);", "KEY=abc");
    const editing = agent.edit("a.env", edit);
    await agent.underReview(target);
    await agent.decide(target, "reject");
    const result = await editing;
    assert.match(result.message, /holds secrets/);
    assert.doesNotMatch(JSON.stringify(result), /abc|is not in the file|Most like/);
    assert.deepEqual([result.remarks, result.regions, result.pieces], [[], [], []]);
  });
});
