const http: typeof import("http") = require("http");
const { place } = require("./place.ts");

interface Answer {
  readonly far: boolean;
}

http.createServer((req: { url?: string }, res: { end(text: string): void }) => {
  const answer: Answer = { far: place(req.url as string) };
  if (req.url === "/throws") {
    throw new RangeError("too far");
  }
  res.end(String(answer.far));
}).listen(3000);
