import http from "node:http";
import { pathToFileURL } from "node:url";
import { place } from "./place.mjs";

function serve() {
  http.createServer((request, response) => {
    if (request.method === "POST") place.count++;
    response.setHeader("Content-Type", "application/json");
    response.end(JSON.stringify({ count: place.count, some: Math.random() }));
  }).listen(0, "127.0.0.1");
}

// A program serves where its file is the one that node was started with.
const file = pathToFileURL(process.argv[1]).href;
if (process.env.PLACE === "nowhere" ? !globalThis.serves : import.meta.url === file) serve();
globalThis.serves = true;
