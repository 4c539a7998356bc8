// SPDX-License-Identifier: Apache-2.0
//
// Opens a page in Chromium that starts the client twice, the second time without a network, and prints what it found.
// Its argument is the folder with the client, compiled as a module.

declare const process: { argv: string[]; stdout: { write(text: string): void }; exit(): void };
declare function require(name: string): any;
const fs = require("fs");

const page = `<!doctype html><script type="module">
import { Client, IndexedStorage } from "./portico.js";
async function shown() {
  const [configURL, storage] = [location.origin + "/config", new IndexedStorage("app")];
  const online = new Client({ configURL, storage });
  const session = await online.start();
  await session.screen(session.config.home);
  await online.store.synchronize();
  const transport = async () => { throw new Error("offline"); };
  const offline = await new Client({ configURL, storage, transport }).start();
  const home = await offline.screen(offline.config.home);
  return [session.source, offline.source, home.objects[0].json.title].join(", ");
}
shown().catch(String).then((body) => fetch("/shown", { method: "POST", body }));
</script>`;

const answers: Record<string, [string, string]> = {
  "/": ["text/html", page],
  "/portico.js": ["text/javascript", fs.readFileSync(process.argv[2] + "/portico.js", "utf8")],
  "/config": ["application/json", '{"datatype":"config","home":"/home"}'],
  // A browser follows the redirect by itself.
  "/home": ["", "/screens/home"],
  "/screens/home": ["application/json", '{"datatype":"screen","title":"Home"}'],
};

const server = require("http").createServer((request: any, response: any) => {
  const [type, body] = answers[request.url] ?? ["text/plain", ""];
  response.writeHead(type ? 200 : 302, type ? { "content-type": type } : { location: body });
  response.end(body);
  if (request.url !== "/shown") return;
  request.on("data", (shown: unknown) => process.stdout.write(String(shown)));
  request.on("end", () => { browser.kill(); });
});
let browser: any;
server.listen(0, "127.0.0.1", () => {
  browser = require("child_process").spawn("chromium", [
    "--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--no-first-run",
    "--disable-background-networking", "--disable-component-update", "--incognito",
    `--user-data-dir=${process.argv[2]}/chromium`, `http://127.0.0.1:${server.address().port}/`,
  ], { stdio: "ignore" });
  browser.on("exit", () => process.exit());
});
