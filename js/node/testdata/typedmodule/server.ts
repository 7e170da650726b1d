import * as http from "node:http";
import { place } from "./place.ts";
import type { Answer } from "./place.ts";

http.createServer((req: { url?: string }, res: { end(text: string): void }) => {
  const answer: Answer = { far: place(req.url as string) };


  if (req.url === "/throws") {
    throw new RangeError("too far");
  }
  res.end(String(answer.far));
}).listen(3000);
