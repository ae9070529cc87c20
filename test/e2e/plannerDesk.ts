import { afterAll, afterEach, beforeAll, beforeEach } from "vitest";
import { startModelServer, type ModelServer, type ModelServerOptions } from "../servers/modelServer.ts";
import { chattingOn, type Chatting } from "./chatting.ts";
import { reviewingOn, type Reviewing } from "./reviewing.ts";
import { pictureFailure, shareWorkbench, type SharedWorkbench } from "./sharedWorkbench.ts";

/** A person with a chat whose planner is a server on loopback. */
export interface PlannerDesk {
  readonly server: ModelServer;
  readonly workbench: SharedWorkbench;
  readonly review: Reviewing;
  readonly chat: Chatting;
}

/**
 * Lets each test of the group begin with an empty chat, whose planner is chosen, and with these files besides the samples. `take` gets the
 * desk before the first test.
 */
export function beginWithPlanner(
  files: Readonly<Record<string, string>>,
  take: (desk: PlannerDesk) => void,
  options: ModelServerOptions = {},
): void {
  let desk: PlannerDesk;
  beforeAll(async () => {
    const server = await startModelServer("plain", options);
    const workbench = await shareWorkbench();
    desk = { server, workbench, review: reviewingOn(workbench), chat: chattingOn(workbench) };
    take(desk);
  });
  beforeEach(async () => {
    const { server, workbench, chat } = desk;
    await workbench.startOver(files);
    await workbench.chooseSettings({
      "fastApply.providerOptions": { "openai-compatible": { baseUrl: server.url } },
      "fastApply.chat.models": [{ provider: "openai-compatible", model: "planner", contextTokens: 100_000 }],
    });
    await chat.begin();
    await chat.button("Model: planner").waitFor();
  });
  afterEach((context) => pictureFailure(desk.workbench, context));
  afterAll(() => desk.server.close());
}
