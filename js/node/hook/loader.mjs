// Files that import loads, in the thread of the loader.
import { fileURLToPath } from "node:url";
import channel from "./channel.cjs";

let own;
let given;

export async function initialize(data) {
  given = data;
  own = channel.owned(data.settings);
}

export async function load(url, context, next) {
  const loaded = await next(url, context);
  if (loaded.format !== "module" || loaded.source === null || loaded.source === undefined || !url.startsWith("file:")) return loaded;
  const name = own(fileURLToPath(url));
  if (!name) return loaded;
  const source = typeof loaded.source === "string" ? loaded.source : Buffer.from(loaded.source).toString("utf8");
  return { ...loaded, source: channel.ask(given.asksIn, given.asksOut, given.lock, name, 1, source) };
}
