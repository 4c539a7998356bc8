// SPDX-License-Identifier: Apache-2.0
//
// The TypeScript client as `portico conformance` tests it: each line of the input is a command, and gets a line.
// With the name of a bug as an argument, the client is wrong in that one way.

import { bugs } from "./bugs";
import {
  Client, Flow, Json, JsonObject, LaunchOptions, Policy, RequestError, Session, Storage, Task, endpointKey,
  fetchTransport,
} from "../../../Sources/Client/typescript/portico";

declare const process: { argv: string[]; stdout: { write(text: string): void }; stdin: unknown };
declare function require(name: string): any;
const fs = require("fs");

/** A file for each value. */
class FileStorage implements Storage {
  constructor(private folder: string) {}
  private path(key: string) { return `${this.folder}/${encodeURIComponent(key)}`; }
  async read(key: string): Promise<Json | undefined> {
    try { return JSON.parse(fs.readFileSync(this.path(key), "utf8")); } catch { return undefined; }
  }
  async write(key: string, value: Json | undefined) {
    fs.mkdirSync(this.folder, { recursive: true });
    if (value === undefined) return fs.rmSync(this.path(key), { force: true });
    fs.writeFileSync(this.path(key) + "~", JSON.stringify(value));
    fs.renameSync(this.path(key) + "~", this.path(key));
  }
}

/** A client, with what a scenario has begun with it. */
interface App {
  client: Client;
  tasks: Map<string, Task>;
  changed: Set<string>;
  undo?: () => void;
  session?: Session;
  flow?: Flow;
}

const bug = bugs[process.argv[2] ?? ""] ?? {};
const apps = new Map<string, App>();
let now = 0;

function open(command: JsonObject): App {
  const account = bug.account?.(String(command["account"])) ?? String(command["account"]);
  const client = new Client({
    configURL: String(command["config"]), fields: command["fields"] as Record<string, string>,
    storage: new FileStorage(`${command["folder"]}/${command["environment"]}/${account || "-"}`),
    transport: bug.transport?.(fetchTransport) ?? fetchTransport, clock: () => now,
    bundle: command["bundle"] as JsonObject | undefined,
  });
  bug.patch?.(client);
  return { client, tasks: new Map(), changed: new Set() };
}

function policy(command: JsonObject): Policy {
  if (command["policy"] === "copy") return { copy: Number(command["seconds"]) };
  return (command["policy"] ?? "freshCopy") as Policy;
}

async function answer(task: Task): Promise<JsonObject> {
  try {
    const { source, status, fields, objects, text, failure } = await task.answer;
    return {
      outcome: source, status: status ?? failure?.status ?? null, fields, text: text ?? null,
      json: objects.map((object) => object.json), failure: failure?.kind ?? null,
      joined: task.isJoined, requests: task.requests,
    };
  } catch (error) {
    if (!(error instanceof RequestError)) throw error;
    return {
      outcome: error.kind, failure: error.kind, status: error.status ?? null, retryAfter: error.retryAfter ?? null,
      requestID: error.requestID ?? null, json: error.document ?? null, address: error.address, joined: task.isJoined,
    };
  }
}

function state(session: Session): JsonObject {
  const update = session.latest["update"] as JsonObject | undefined;
  return {
    state: session.state, source: session.source, json: session.config, banner: session.banner ?? null,
    retryAfter: session.retryAfter ?? null, newer: session.newer !== undefined,
    message: update?.["message"] ?? session.latest["message"] ?? null, continueURL: update?.["continueURL"] ?? null,
  };
}

async function collection(app: App, key: string): Promise<Json> {
  const found = await app.client.store.loadCollection(key);
  return { json: found?.items ?? null, total: found?.total ?? null, expires: found?.expires ?? null };
}

function step(flow: Flow): JsonObject { return { json: flow.step, over: flow.isOver }; }

async function value(command: JsonObject): Promise<Json> {
  if (typeof command["now"] === "number") now = command["now"];
  const name = String(command["client"]);
  switch (command["do"]) {
    case "hello": return {
      name: "portico.ts",
      capabilities: [
        "cache", "store", "collections", "observe", "undo", "missing", "persistence", "join", "cancel", "redirects",
        "accounts", "invalidation", "start", "flows",
      ],
    };
    case "open": apps.set(name, open(command)); return {};
    case "close": apps.delete(name); return {};
    case "clock": case "network": return {};
  }
  const app = apps.get(name);
  if (!app) throw new Error(`${name} is not open`);
  const [store, id] = [app.client.store, String(command["id"])];
  const task = app.tasks.get(String(command["task"]));
  switch (command["do"]) {
    case "launch": {
      const options: LaunchOptions = {
        method: String(command["method"]), policy: policy(command), fields: command["fields"] as Record<string, string>,
      };
      if (typeof command["body"] === "string") options.body = command["body"];
      const launched = app.client.launch(String(command["link"]), options);
      launched.answer.catch(() => {});
      app.tasks.set(launched.id, launched);
      return { task: launched.id };
    }
    case "record": return { joined: task!.isJoined };
    case "answer": return answer(task!);
    case "cancel": task!.cancel(); return {};
    case "settle": await app.client.settle(); return {};
    case "synchronize": await store.synchronize(); return {};
    case "read": {
      const object = await store.load(id);
      if (!object) return { json: null };
      return {
        json: object.json, stale: object.isStale(app.client.now), typeVersion: object.typeVersion,
        version: object.version < 0 ? null : object.version, names: Object.keys(object.fields).sort(),
      };
    }
    case "missing": {
      const wanted = command["fields"] as string[];
      const object = await store.load(id);
      const missing = object ? object.missing(wanted, app.client.now) : [...wanted, "uuid"];
      return { json: missing?.sort() ?? null };
    }
    case "collection": return collection(app, "endpoint:" + endpointKey(String(command["endpoint"])));
    case "answered": return collection(app, "task:" + command["task"]);
    case "put": app.undo = store.put(command["object"] as JsonObject); return {};
    case "erase": app.undo = store.remove(id); return {};
    case "undo": app.undo?.(); return {};
    case "observe": {
      const [kind, key] = [command["kind"], String(command["key"])];
      store.observe((ids, endpoints) => {
        const isWanted = (id: string) => kind === "everything" || (kind === "object" && id === key)
          || (kind === "type" && id.startsWith(key + "-"));
        for (const id of ids) if (isWanted(id)) app.changed.add(id);
        for (const endpoint of endpoints) {
          if (kind === "everything" || (kind === "collection" && endpoint === key)) app.changed.add(endpoint);
        }
      });
      return {};
    }
    case "changes": {
      const changed = [...app.changed].sort();
      app.changed.clear();
      return { json: changed };
    }
    case "start":
      app.session = await app.client.start((command["policy"] ?? "wait") as "wait" | "cached" | "bundled");
      return state(app.session);
    case "state": return state(app.session!);
    case "look": await app.session!.look(); return state(app.session!);
    case "next": app.session = app.session!.next(); return state(app.session);
    case "screen": {
      const shown = app.session!.screen(String(command["link"]));
      const { outcome, json } = await answer({ answer: shown, isJoined: false, requests: 0 } as unknown as Task);
      return { outcome: String(outcome).replace(/^(copy|oldCopy)$/, "disk"), json };
    }
    case "flow":
      app.session ??= await app.client.start();
      app.flow = await Flow.begin(app.session, String(command["link"]));
      return step(app.flow);
    case "follow":
      await app.flow!.follow(command["member"] as "continueURL" | "cancelURL");
      return step(app.flow!);
    default: throw new Error(`${command["do"]} is no command`);
  }
}

const lines = require("readline").createInterface({ input: process.stdin });
let last: Promise<void> = Promise.resolve();
lines.on("line", (line: string) => {
  last = last.then(() => value(JSON.parse(line))).then(
    (value) => { process.stdout.write(JSON.stringify({ value }) + "\n"); },
    (error) => { process.stdout.write(JSON.stringify({ error: String(error?.stack ?? error) }) + "\n"); });
});
