// SPDX-License-Identifier: Apache-2.0
//
// A client of Portico for web pages and node: configuration, an object store, a cache of answers by
// RFC 9111, RFC 5861 and `_expire`, flows, and reading without a network. It has no dependencies.
//
//   const client = new Client({ configURL: "https://a.example/config", storage: new IndexedStorage("a") });
//   const session = await client.start();
//   const home = await session.screen(String(session.config.home));

export type Json = null | boolean | number | string | Json[] | JsonObject;
export type JsonObject = { [name: string]: Json };
/** The fields of a head, with names in lower case. */
export type Fields = Record<string, string>;

// --- Transport and storage

/** A request as it goes on the wire. */
export interface WireRequest { method: string; url: string; fields: Fields; body?: string }

/** An answer as it comes from the wire. */
export interface WireResponse { status: number; fields: Fields; body: string }

/** Sends a request. It follows no redirects and has no cache; the client has the rules of both. */
export type Transport = (request: WireRequest, signal: AbortSignal) => Promise<WireResponse>;

/** A transport on `fetch`. A browser shows no redirects, and so follows them itself. */
export const fetchTransport: Transport = async (request, signal) => {
  const options = {
    method: request.method, headers: request.fields, body: request.body || undefined, signal,
    cache: "no-store" as RequestCache,
  };
  let response = await fetch(request.url, { ...options, redirect: "manual" });
  if (response.type === "opaqueredirect") response = await fetch(request.url, options);
  const fields: Fields = {};
  response.headers.forEach((value, name) => { fields[name] = value; });
  return { status: response.status, fields, body: await response.text() };
};

/** Keeps values of JSON by key where they outlive the page. */
export interface Storage {
  read(key: string): Promise<Json | undefined>;
  /** Writes a value, or removes it where it is undefined. */
  write(key: string, value: Json | undefined): Promise<void>;
}

/** A storage that ends with the page. */
export class MemoryStorage implements Storage {
  private values = new Map<string, Json>();
  async read(key: string) { return this.values.get(key); }
  async write(key: string, value: Json | undefined) {
    if (value === undefined) this.values.delete(key); else this.values.set(key, value);
  }
}

/** A storage in a browser's IndexedDB, one database for each environment and account. */
export class IndexedStorage implements Storage {
  private database: Promise<IDBDatabase>;

  constructor(name: string) {
    this.database = new Promise((done, failed) => {
      const request = indexedDB.open(name, 1);
      request.onupgradeneeded = () => request.result.createObjectStore("values");
      request.onsuccess = () => done(request.result);
      request.onerror = () => failed(request.error);
    });
  }

  async read(key: string): Promise<Json | undefined> {
    return this.perform("readonly", (values) => values.get(key)) as Promise<Json | undefined>;
  }

  async write(key: string, value: Json | undefined) {
    await this.perform("readwrite", (all) => value === undefined ? all.delete(key) : all.put(value, key));
  }

  private async perform(mode: IDBTransactionMode, work: (all: IDBObjectStore) => IDBRequest): Promise<unknown> {
    const database = await this.database;
    return new Promise((done, failed) => {
      const request = work(database.transaction("values", mode).objectStore("values"));
      request.onsuccess = () => done(request.result);
      request.onerror = () => failed(request.error);
    });
  }
}

// --- Errors

/** The forms of failures; `later` is 429 or 503, `gone` is 404 or 410, `failed` another 5xx. */
export type FailureKind =
  | "unreachable" | "cancelled" | "notKept" | "gone" | "refused" | "later" | "failed"
  | "wrongRequest" | "unreadable" | "wrongAddress";

/** A request that failed: which one, where, and what came. */
export class RequestError extends Error {
  status?: number;
  requestID?: string;
  /** The seconds to wait before the same request is made again. */
  retryAfter?: number;
  /** The document of the answer, which an app shows if it knows its `datatype`. */
  document?: JsonObject;

  constructor(readonly kind: FailureKind, readonly address: string, reason: string) {
    super(`${address}: ${reason} (${kind})`);
  }
}

// --- Freshness

function directives(control: string | undefined): Map<string, string> {
  const all = new Map<string, string>();
  for (const item of (control ?? "").toLowerCase().split(",")) {
    const [name, value] = item.split("=", 2).map((part) => part.trim());
    if (name && !all.has(name)) all.set(name, (value ?? "").replace(/^"(.*)"$/, "$1"));
  }
  return all;
}

function seconds(all: Map<string, string>, name: string): number | undefined {
  const text = all.get(name);
  if (text === undefined) return undefined;
  return /^\d+$/.test(text) ? Math.min(Number(text), 2 ** 31) : 0;
}

function httpDate(text: string | undefined): number | undefined {
  if (!text || !/^\w{3}, \d\d \w{3} \d{4} \d\d:\d\d:\d\d GMT$/.test(text)) return undefined;
  const milliseconds = Date.parse(text);
  return Number.isNaN(milliseconds) ? undefined : milliseconds / 1000;
}

/** The instants until which an answer may be used, in seconds since 1970 by the server's clock. */
export interface Freshness {
  expires: number; staleWhileRevalidateUntil: number; staleIfErrorUntil: number; mustRevalidate: boolean;
}

/** Returns the freshness of an answer by its head and `_expire`; undefined where it must not be kept. */
export function freshness(fields: Fields, expire: number | undefined, now: number): Freshness | undefined {
  const all = directives(fields["cache-control"]);
  if (all.has("no-store")) return undefined;
  const date = httpDate(fields["date"]) ?? now;
  const age = /^\d+$/.test(fields["age"] ?? "") ? Number(fields["age"]) : 0;
  const sent = Math.max(now - Math.max(age, now - date), 0);
  const maxAge = seconds(all, "max-age");
  let expires = expire ?? 0;
  if (maxAge !== undefined) expires = sent + maxAge;
  else if (fields["expires"] !== undefined) expires = (httpDate(fields["expires"]) ?? 0) - date + sent;
  if (expire !== undefined) expires = Math.min(expires, expire);
  if (all.has("no-cache")) expires = 0;
  const mustRevalidate = all.has("must-revalidate") || all.has("no-cache");
  const until = (name: string) => expires + (mustRevalidate ? 0 : seconds(all, name) ?? 0);
  return {
    expires, mustRevalidate,
    staleWhileRevalidateUntil: until("stale-while-revalidate"), staleIfErrorUntil: until("stale-if-error"),
  };
}

// --- The store

/** The key of a paginated list: its address without the parameters that select a page or fields. */
export function endpointKey(target: string): string {
  const [path, query] = target.split(/\?(.*)/s, 2);
  const kept = (query ?? "").split("&").filter((item) => item && !/^(offset|count|limit|page|fields)(=|$)/.test(item));
  return kept.length > 0 ? `${path}?${kept.sort().join("&")}` : path;
}

/** A field with the version that it came with and the instant until which it is fresh; 0 for none. */
type StoredField = { value: Json; version: number; expires: number };

/** An object of the store: the fields that came, perhaps in several answers. */
export class StoredObject {
  constructor(readonly id: string, readonly version: number, readonly typeVersion: number,
    readonly fields: Record<string, StoredField>) {}

  get json(): JsonObject {
    return Object.fromEntries(Object.entries(this.fields).map(([name, field]) => [name, field.value]));
  }

  private isFieldStale(field: StoredField, now: number): boolean {
    return field.version < this.version || (field.expires > 0 && field.expires <= now);
  }

  isStale(now: number): boolean {
    return Object.values(this.fields).some((field) => this.isFieldStale(field, now));
  }

  /** Returns the fields that are missing or stale, and `uuid`; undefined if no request is necessary. */
  missing(wanted: string[], now: number): string[] | undefined {
    const missing = wanted.filter((name) => !this.fields[name] || this.isFieldStale(this.fields[name], now));
    return missing.length > 0 ? [...new Set([...missing, "uuid"])] : undefined;
  }

  /** Returns the object with the fields of a newer record; undefined if that is older. */
  merged(newer: StoredObject): StoredObject | undefined {
    if (newer.version < this.version) return undefined;
    return new StoredObject(this.id, newer.version, newer.typeVersion, { ...this.fields, ...newer.fields });
  }
}

/** The ids of objects in an order, as an answer listed them; a place that has not come is empty. */
export interface Collection { items: string[]; total?: number; expires?: number }

/** A change of the store: the ids of objects and the endpoints that changed. */
export type Observer = (ids: Set<string>, endpoints: Set<string>) => void;

/** The objects of one environment and account, one for each id. Reading is synchronous. */
export class ObjectStore {
  private objects = new Map<string, StoredObject>();
  private collections = new Map<string, Collection>();
  private observers = new Set<Observer>();
  private writes: Promise<void>[] = [];

  constructor(private storage: Storage) {}

  object(id: string): StoredObject | undefined { return this.objects.get(id); }

  /** The collection `task:ID`, `page:TARGET` or `endpoint:KEY`. */
  collection(key: string): Collection | undefined { return this.collections.get(key); }

  /** Calls `observer` after each change; returns how to end that. */
  observe(observer: Observer): () => void {
    this.observers.add(observer);
    return () => this.observers.delete(observer);
  }

  /** Brings an object from the storage. */
  async load(id: string): Promise<StoredObject | undefined> {
    if (!this.objects.has(id)) {
      const kept = await this.storage.read("object:" + id) as unknown as StoredObject | undefined;
      if (kept && !this.objects.has(id)) {
        this.objects.set(id, new StoredObject(id, kept.version, kept.typeVersion, kept.fields));
      }
    }
    return this.objects.get(id);
  }

  /** Brings a collection and its objects from the storage. */
  async loadCollection(key: string): Promise<Collection | undefined> {
    if (!this.collections.has(key)) {
      const kept = await this.storage.read(key) as unknown as Collection | undefined;
      if (kept && !this.collections.has(key)) this.collections.set(key, kept);
    }
    const collection = this.collections.get(key);
    await Promise.all((collection?.items ?? []).map((id) => this.load(id)));
    return collection;
  }

  /** Puts objects and collections, and tells the observers. */
  apply(objects: StoredObject[], collections: Record<string, Collection> = {}, isWhole = false) {
    const [ids, endpoints] = [new Set<string>(), new Set<string>()];
    for (const object of objects) {
      const old = this.objects.get(object.id);
      const merged = old && !isWhole ? old.merged(object) : object;
      if (!merged) continue;
      if (!old || JSON.stringify(old.json) !== JSON.stringify(merged.json)) ids.add(object.id);
      this.objects.set(object.id, merged);
      const { version, typeVersion, fields } = merged;
      this.keep("object:" + object.id, { version, typeVersion, fields });
    }
    for (const [key, collection] of Object.entries(collections)) {
      this.collections.set(key, collection);
      if (key.startsWith("endpoint:")) endpoints.add(key.slice(9));
      if (!key.startsWith("task:")) this.keep(key, collection as unknown as Json);
    }
    this.tell(ids, endpoints);
  }

  /** Puts fields of an object of the app's own; returns how to undo it. */
  put(json: JsonObject): () => void {
    const id = String(json["uuid"]);
    const old = this.objects.get(id);
    this.apply([record(id, json, 0, Math.max(old?.version ?? -1, integer(json["_version"]) ?? -1))]);
    return () => this.restore(id, old);
  }

  /** Removes an object; returns how to undo it. */
  remove(id: string): () => void {
    const old = this.objects.get(id);
    this.restore(id, undefined);
    return () => this.restore(id, old);
  }

  private restore(id: string, old: StoredObject | undefined) {
    if (old) return this.apply([old], {}, true);
    if (!this.objects.delete(id)) return;
    this.keep("object:" + id, undefined);
    this.tell(new Set([id]), new Set());
  }

  private tell(ids: Set<string>, endpoints: Set<string>) {
    if (ids.size + endpoints.size > 0) for (const observer of this.observers) observer(ids, endpoints);
  }

  /** Makes the objects of a collection fresh until another instant. */
  refresh(key: string, expires: number) {
    const collection = this.collections.get(key);
    if (!collection) return;
    const objects = collection.items.flatMap((id) => this.objects.get(id) ?? []).map((object) => {
      const newest = Math.max(...Object.values(object.fields).map((field) => field.expires));
      const fields = Object.entries(object.fields).map(([name, field]) =>
        [name, field.expires === newest ? { ...field, expires } : field] as const);
      return new StoredObject(object.id, object.version, object.typeVersion, Object.fromEntries(fields));
    });
    this.apply(objects, { [key]: { ...collection, expires } }, true);
  }

  /** Keeps a value beside the objects. */
  keep(key: string, value: Json | undefined) {
    this.writes.push(this.storage.write(key, value).catch(() => {}));
  }

  async kept(key: string): Promise<Json | undefined> { return this.storage.read(key); }

  /** Waits until everything that came so far is in the storage. */
  async synchronize() {
    await Promise.all(this.writes);
    this.writes = [];
  }
}

function record(id: string, json: JsonObject, expires: number, version = integer(json["_version"]) ?? -1): StoredObject {
  const own = integer(json["_expire"]) ?? expires;
  const fields = Object.entries(json).map(([name, value]) => [name, { value, version, expires: own }] as const);
  return new StoredObject(id, version, integer(json["_class"]) ?? 0, Object.fromEntries(fields));
}

function integer(value: Json | undefined): number | undefined {
  if (typeof value === "number") return Number.isInteger(value) && value >= 0 ? value : undefined;
  return typeof value === "string" && /^\d{1,15}$/.test(value) ? Number(value) : undefined;
}

/** The most places of a list that wait for pages before one that came. */
const mostGap = 100_000;

/** Parses an answer: an object, an array, a slice of a list, or a document. Objects with a `uuid`, wherever they
 * stand, go into the store, and their ids take their places. Returns the answer's `_expire`. */
export function ingest(
  store: ObjectStore, target: string, task: string, text: string, headExpires: number,
): number | undefined {
  const objects: StoredObject[] = [];
  const flatten = (value: Json): Json => {
    if (Array.isArray(value)) return value.map(flatten);
    if (value === null || typeof value !== "object") return value;
    const flat: JsonObject = {};
    for (const [name, member] of Object.entries(value)) flat[name] = flatten(member);
    if (typeof flat["uuid"] !== "string" || flat["uuid"] === "") return flat;
    objects.push(record(flat["uuid"], flat, headExpires));
    return flat["uuid"];
  };
  const value = JSON.parse(text) as Json;
  const whole = flatten(value);
  const isObject = value !== null && typeof value === "object" && !Array.isArray(value);
  const slice = isObject && typeof whole !== "string" ? (whole as JsonObject) : undefined;
  const list = Array.isArray(whole) ? whole : slice && Array.isArray(slice["data"]) ? slice["data"] : undefined;
  const given = Array.isArray(value) ? value : isObject ? (value as JsonObject)["data"] : undefined;
  const isListed = (index: number) => typeof (given as Json[])[index] === "object" && typeof list![index] === "string";
  const hasID = isObject && typeof whole === "string";
  const items = list ? list.filter((_, index) => isListed(index)) as string[] : hasID ? [whole as string] : [];
  const key = endpointKey(target);
  const isDocument = !hasID && (!list || items.length < list.length);
  if (isDocument) items.push(key);
  const expire = slice ? integer(slice["_expire"]) : undefined;
  const collection: Collection = { items, expires: expire ?? (headExpires || undefined) };
  if (slice && integer(slice["total"]) !== undefined) collection.total = integer(slice["total"]);
  const joined = { ...collection };
  const offset = slice ? integer(slice["offset"]) ?? 0 : 0;
  const known = store.collection("endpoint:" + key);
  if (offset > 0 && known && offset <= known.items.length + mostGap) {
    joined.items = [...known.items];
    while (joined.items.length < offset) joined.items.push("");
    joined.items.splice(offset, items.length, ...items);
    joined.expires = Math.min(known.expires ?? Infinity, joined.expires ?? Infinity);
    if (joined.expires === Infinity) delete joined.expires;
  }
  const collections: Record<string, Collection> = { ["task:" + task]: collection, ["endpoint:" + key]: joined };
  if (key !== target) collections["page:" + target] = collection;
  store.apply(objects);
  if (isDocument) {
    const body = isObject ? whole as JsonObject : { data: whole };
    store.apply([record(key, body, headExpires, -1)], collections, true);
  } else {
    store.apply([], collections);
  }
  return expire;
}

// --- Requests

/** The use of the cache: a fresh copy; one that is stale for at most some seconds; a copy of any age and never the
 * network; the network, else a copy; the network alone. */
export type Policy = "freshCopy" | { copy: number } | "copyOnly" | "networkFirst" | "networkOnly";

/** The origin of an answer: the service, a fresh copy, or a stale one. */
export type Source = "network" | "copy" | "oldCopy";

/** An answer: the objects that it listed, or its document. */
export interface Answer {
  source: Source; status?: number; fields: Fields; objects: StoredObject[]; collection: Collection;
  /** The body of an answer that is no JSON. */
  text?: string;
  /** The failure for which a stale copy stands in. */
  failure?: RequestError;
}

/** The options of a launch. */
export interface LaunchOptions { method?: string; body?: string; fields?: Fields; policy?: Policy }

/** A request that was launched. */
export interface Task {
  id: string; answer: Promise<Answer>;
  /** Whether the task waits for an equal request that was in flight. */
  isJoined: boolean;
  requests: number;
  cancel(): void;
}

interface Kept extends Freshness { fields: Fields; request: Fields }

interface Shared { answer: Promise<Answer>; control: AbortController; members: number; requests: number }

/** The options of a client. */
export interface ClientOptions {
  /** The one URL that the app ships with. */
  configURL: string;
  storage?: Storage;
  /** Fields of all requests, such as `x-app` and `accept-language`. */
  fields?: Fields;
  transport?: Transport;
  /** The device's clock, in seconds since 1970. */
  clock?: () => number;
  /** A config document that the app ships with. */
  bundle?: JsonObject;
}

/** The app's side of a service: one environment and one account. */
export class Client {
  readonly store: ObjectStore;
  readonly configURL: URL;
  readonly bundle?: JsonObject;
  private transport: Transport;
  private fields: Fields;
  private clock: () => number;
  private clockDifference = 0;
  private lastTask = 0;
  private heads = new Map<string, Kept>();
  private underWay = new Map<string, Shared>();
  private running = new Set<Promise<unknown>>();

  /** Creates a client. It reads nothing and sends no request until the first launch. */
  constructor(options: ClientOptions) {
    this.configURL = new URL(options.configURL);
    this.store = new ObjectStore(options.storage ?? new MemoryStorage());
    this.fields = options.fields ?? {};
    this.transport = options.transport ?? fetchTransport;
    this.clock = options.clock ?? (() => Math.floor(Date.now() / 1000));
    this.bundle = options.bundle;
  }

  /** The time by the server's clock, in seconds since 1970. */
  get now(): number { return this.clock() + this.clockDifference; }

  /** Waits until no request is in flight. */
  async settle() {
    while (this.running.size > 0) await Promise.allSettled([...this.running]);
  }

  /** Launches a request for an address, or a link of an answer. */
  launch(link: string, options: LaunchOptions = {}): Task {
    const control = new AbortController();
    const task: Task = {
      id: "task-" + ++this.lastTask, isJoined: false, requests: 0, cancel: () => control.abort(),
      answer: Promise.resolve(undefined as unknown as Answer),
    };
    task.answer = this.perform(link, options, task, control.signal);
    const ended = task.answer.catch(() => {}).then(() => { this.running.delete(ended); });
    this.running.add(ended);
    return task;
  }

  private async perform(link: string, options: LaunchOptions, task: Task, signal: AbortSignal): Promise<Answer> {
    const url = resolve(link, this.configURL.href);
    if (!url) throw new RequestError("wrongAddress", link, "expected a link or an http address");
    const request: WireRequest = {
      method: options.method ?? "GET", url, body: options.body,
      fields: { ...lowercased(this.fields), ...lowercased(options.fields ?? {}) },
    };
    const target = this.target(url);
    if (request.method !== "GET") {
      const answer = await this.fetched(request, undefined, task, signal);
      // A change makes the copy at its address stale (RFC 9111 section 4.4).
      const old = await this.kept(target, request.fields);
      if (old) this.keep(target, { ...old, expires: 0, staleWhileRevalidateUntil: 0, staleIfErrorUntil: 0 });
      return answer;
    }
    const policy = options.policy ?? "freshCopy";
    const kept = policy === "networkOnly" ? undefined : await this.kept(target, request.fields);
    if (kept) {
      const age = this.now - kept.expires;
      if (policy === "copyOnly" || (policy === "freshCopy" && age < 0)) return this.copy(kept, target);
      if (typeof policy === "object" && age < (kept.mustRevalidate ? 0 : policy.copy)) return this.copy(kept, target);
      if (policy === "freshCopy" && this.now < kept.staleWhileRevalidateUntil) {
        this.launch(url, { fields: request.fields, policy: "networkFirst" }).answer.catch(() => {});
        return this.copy(kept, target);
      }
    } else if (policy === "copyOnly") {
      throw new RequestError("notKept", url, "there is no copy");
    }
    try {
      return await this.fetched(request, kept, task, signal);
    } catch (error) {
      if (!(error instanceof RequestError) || !["unreachable", "failed"].includes(error.kind)) throw error;
      if (!kept || policy === "networkOnly" || this.now >= kept.staleIfErrorUntil) throw error;
      return { ...await this.copy(kept, target), failure: error };
    }
  }

  /** The name of an address in the store: its path and query where it is of the config's own origin. */
  private target(url: string): string {
    const address = new URL(url);
    return address.origin === this.configURL.origin ? address.pathname + address.search : address.href;
  }

  private async kept(target: string, fields: Fields): Promise<Kept | undefined> {
    let kept = this.heads.get(target);
    if (!kept) {
      kept = await this.store.kept("answer:" + target) as unknown as Kept | undefined;
      if (kept && !this.heads.has(target)) this.heads.set(target, kept);
    }
    if (!kept || !await this.store.loadCollection(collectionKey(target))) return undefined;
    const isMeant = varied(kept.fields["vary"])
      .every((name) => name !== "*" && (kept!.request[name] ?? "") === (fields[name] ?? ""));
    return isMeant ? kept : undefined;
  }

  private keep(target: string, kept: Kept | undefined) {
    if (kept) this.heads.set(target, kept); else this.heads.delete(target);
    this.store.keep("answer:" + target, kept as unknown as Json | undefined);
  }

  private async copy(kept: Kept, target: string): Promise<Answer> {
    const source = this.now < kept.expires ? "copy" : "oldCopy";
    return { source, fields: kept.fields, ...this.listed(await this.store.loadCollection(collectionKey(target))) };
  }

  private listed(collection: Collection = { items: [] }, store = this.store) {
    return { collection, objects: collection.items.flatMap((id) => store.object(id) ?? []) };
  }

  /** Sends a request, or waits for an equal one in flight. */
  private async fetched(request: WireRequest, kept: Kept | undefined, task: Task, signal: AbortSignal): Promise<Answer> {
    const cancelled = new RequestError("cancelled", request.url, "the task was cancelled");
    if (signal.aborted) throw cancelled;
    const key = request.method === "GET" ? JSON.stringify([request.url, request.fields]) : "task " + task.id;
    let shared = this.underWay.get(key);
    if (shared) {
      task.isJoined = true;
    } else {
      const own: Shared = { control: new AbortController(), members: 0, requests: 0, answer: undefined as never };
      own.answer = this.send(request, kept, task.id, own).finally(() => {
        if (this.underWay.get(key) === own) this.underWay.delete(key);
      });
      this.underWay.set(key, own);
      shared = own;
    }
    const joined = shared;
    joined.members += 1;
    return new Promise((done, failed) => {
      signal.addEventListener("abort", () => {
        failed(cancelled);
        joined.members -= 1;
        if (joined.members > 0) return;
        joined.control.abort();
        if (this.underWay.get(key) === joined) this.underWay.delete(key);
      });
      joined.answer.then(done, failed).finally(() => { task.requests = joined.requests; });
    });
  }

  /** Sends a request, follows redirects, and stores the answer. */
  private async send(first: WireRequest, kept: Kept | undefined, task: string, shared: Shared): Promise<Answer> {
    const request = { ...first, fields: { ...first.fields } };
    while (shared.requests < 6) {
      delete request.fields["if-none-match"];
      if (kept?.fields["etag"]) request.fields["if-none-match"] = kept.fields["etag"];
      shared.requests += 1;
      let response: WireResponse;
      try {
        response = await this.transport(request, shared.control.signal);
      } catch (error) {
        throw new RequestError(shared.control.signal.aborted ? "cancelled" : "unreachable", request.url, String(error));
      }
      const date = httpDate(response.fields["date"]);
      if (date !== undefined) this.clockDifference = date - this.clock();
      const location = response.fields["location"];
      if (![301, 302, 303, 307, 308].includes(response.status) || !location) {
        return this.taken(response, request, kept, task);
      }
      const next = resolve(location, request.url);
      if (!next) throw new RequestError("wrongAddress", location, "expected an address to continue at");
      // Nobody else gets what is meant for this service.
      if (new URL(next).origin !== new URL(request.url).origin) request.fields = {};
      if (response.status === 303) { request.method = "GET"; delete request.body; }
      request.url = next;
      kept = undefined;
    }
    throw new RequestError("failed", request.url, "expected at most 5 redirections");
  }

  private taken(response: WireResponse, request: WireRequest, kept: Kept | undefined, task: string): Answer {
    const target = this.target(request.url);
    const { status, fields } = response;
    if (status === 304 && kept) {
      const current = { ...kept, ...freshness(fields, undefined, this.now), fields: { ...kept.fields } };
      for (const name of ["etag", "cache-control", "link"]) if (fields[name]) current.fields[name] = fields[name];
      this.store.refresh(collectionKey(target), current.expires);
      this.keep(target, current);
      const collection = this.store.collection(collectionKey(target));
      return { source: "copy", status, fields: current.fields, ...this.listed(collection) };
    }
    if (status < 200 || status > 299) throw this.problem(response, request, target);
    if (!/^[^;]*[/+]json\s*(;|$)/i.test(fields["content-type"] ?? "")) {
      return { source: "network", status, fields, text: response.body, objects: [], collection: { items: [] } };
    }
    const head = freshness(fields, undefined, this.now);
    const isKept = request.method === "GET" && head !== undefined;
    // What must not be kept is read into a store of its own.
    const store = isKept ? this.store : new ObjectStore(new MemoryStorage());
    try {
      const expire = ingest(store, target, task, response.body, head?.expires ?? 0);
      const fresh = isKept ? freshness(fields, expire, this.now) : undefined;
      if (fresh) {
        const meant = varied(fields["vary"]).map((name) => [name, request.fields[name] ?? ""]);
        this.keep(target, { ...fresh, fields, request: Object.fromEntries(meant) });
      }
      return { source: "network", status, fields, ...this.listed(store.collection("task:" + task), store) };
    } catch (error) {
      throw new RequestError("unreadable", request.url, String(error));
    }
  }

  private problem(response: WireResponse, request: WireRequest, target: string): RequestError {
    const { status, fields } = response;
    const kind: FailureKind =
      status === 401 || status === 403 ? "refused" : status === 404 || status === 410 ? "gone"
        : status === 429 || status === 503 ? "later" : status >= 500 ? "failed" : "wrongRequest";
    if (kind === "gone") this.keep(target, undefined);
    const error = new RequestError(kind, request.url, `status ${status}; expected 200 to 299`);
    try { error.document = JSON.parse(response.body) as JsonObject; } catch { /* It is no JSON. */ }
    const after = fields["retry-after"] ?? "";
    const until = httpDate(after);
    error.status = status;
    error.requestID = fields["x-request-id"];
    error.retryAfter = /^\d+$/.test(after) ? Number(after)
      : until !== undefined ? Math.max(0, until - this.now) : integer(error.document?.["_retryAfter"]);
    return error;
  }

  // --- Starting

  /** Starts a session with the config: waiting for the service, from the copy of the last start, or from the bundle. */
  async start(policy: "wait" | "cached" | "bundled" = "wait"): Promise<Session> {
    const link = this.configURL.href;
    if (policy === "bundled" && this.bundle) return new Session(this, this.bundle, "bundle");
    const copied = async () => {
      const copy = await this.launch(link, { policy: "copyOnly" }).answer.catch(() => undefined);
      return copy?.objects[0] ? new Session(this, copy.objects[0].json, "disk") : undefined;
    };
    if (policy === "cached") {
      const session = await copied();
      void session?.look();
      if (session) return session;
    }
    try {
      const answer = await this.launch(link, { policy: "networkFirst" }).answer;
      return new Session(this, answer.objects[0]?.json ?? {}, answer.failure ? "disk" : "network");
    } catch (error) {
      const failure = error as RequestError;
      if (failure.document?.["datatype"] === "maintenance") {
        return new Session(this, failure.document, "network", failure.retryAfter);
      }
      const session = await copied() ?? (this.bundle && new Session(this, this.bundle, "bundle"));
      if (session) return session;
      throw error;
    }
  }
}

function collectionKey(target: string): string {
  const key = endpointKey(target);
  return key === target ? "endpoint:" + key : "page:" + target;
}

function varied(vary: string | undefined): string[] {
  return (vary ?? "").toLowerCase().split(",").map((name) => name.trim()).filter((name) => name);
}

function lowercased(fields: Fields): Fields {
  return Object.fromEntries(Object.entries(fields).map(([name, value]) => [name.toLowerCase(), value]));
}

function resolve(link: string, base: string): string | undefined {
  try {
    const url = new URL(link, base);
    url.hash = "";
    return /^https?:$/.test(url.protocol) && !url.username ? url.href : undefined;
  } catch {
    return undefined;
  }
}

// --- Sessions and flows

/** The state of an app, as its config says. */
export type AppState = "running" | "updateAvailable" | "updateRequired" | "maintenance" | "unavailable";

/** A run of the app with one config: a newer one waits until the app asks for it. */
export class Session {
  /** The config that came after that of this session. */
  newer?: JsonObject;

  constructor(private client: Client, readonly config: JsonObject, readonly source: "network" | "disk" | "bundle",
    private wait?: number) {}

  /** The config that came last, by which an app is closed or replaced at once. */
  get latest(): JsonObject { return this.newer ?? this.config; }

  get state(): AppState {
    const [datatype, update] = [this.latest["datatype"], this.latest["update"] as JsonObject | undefined];
    if (datatype === "maintenance") return "maintenance";
    if (datatype === "unavailable" || datatype === "unavailableLanguage") return "unavailable";
    if (update?.["datatype"] === "updateRequired") return "updateRequired";
    return update?.["datatype"] === "updateAvailable" ? "updateAvailable" : "running";
  }

  /** A text to show above everything, as long as there is one. */
  get banner(): string | undefined {
    const banner = this.latest["banner"];
    return typeof banner === "string" ? banner : undefined;
  }

  /** The seconds after which a closed site is asked again. */
  get retryAfter(): number | undefined { return this.wait ?? integer(this.latest["_retryAfter"]); }

  /** Loads a document by a link of this session; a stale copy stands in for one that cannot be fetched. */
  async screen(link: string): Promise<Answer> {
    const task = this.client.launch(link);
    try {
      return await task.answer;
    } catch (error) {
      if (!(error instanceof RequestError) || !["unreachable", "failed", "later"].includes(error.kind)) throw error;
      return this.client.launch(link, { policy: "copyOnly" }).answer.catch(() => { throw error; });
    }
  }

  /** Looks for a newer config, which `next` then begins with. */
  async look(): Promise<boolean> {
    const answer = await this.client.launch(this.client.configURL.href, { policy: "networkFirst" }).answer
      .catch(() => undefined);
    const config = answer?.objects[0]?.json;
    const { _expire: _, ...old } = this.config;
    const { _expire: __, ...found } = config ?? this.config;
    this.newer = JSON.stringify(old) === JSON.stringify(found) ? undefined : config;
    return this.newer !== undefined;
  }

  /** Returns the session of the newer config, or this one. */
  next(): Session { return this.newer ? new Session(this.client, this.newer, "network") : this; }
}

/** A way through documents that name the next one: the service adds and removes steps. */
export class Flow {
  /** The document of the step. */
  step: JsonObject = {};
  isOver = false;

  private constructor(private session: Session) {}

  /** Begins a flow at a link. */
  static async begin(session: Session, link: string): Promise<Flow> {
    const flow = new Flow(session);
    await flow.go(link);
    return flow;
  }

  /** Follows `continueURL` or `cancelURL`; without it the flow is over. */
  async follow(member: "continueURL" | "cancelURL") {
    const link = this.step[member];
    if (typeof link === "string") await this.go(link); else this.isOver = true;
  }

  private async go(link: string) {
    try {
      this.step = (await this.session.screen(link)).objects[0]?.json ?? {};
    } catch (error) {
      // A document for an error is a step like any other.
      const document = (error as RequestError).document;
      if (!document?.["datatype"]) throw error;
      this.step = document;
    }
  }
}
