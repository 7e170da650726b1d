import http from "node:http";
import { createRequire } from "node:module";
import { greater } from "./greater.js";
const old = createRequire(import.meta.url)("./old.cjs");

http.createServer(async (req, res) => {
  const late = await import("./late.js");
  res.end([greater(req.url.length), old(req.url), late.default].join());
}).listen(0);
