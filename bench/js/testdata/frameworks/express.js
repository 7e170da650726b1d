const express = require("express");
const cookies = require("cookie-parser");

// It reads what its description does not have.
const app = express();
app.use(express.json(), cookies());
app.get("/query", (req, res) => res.status(req.query.color === "magenta" ? 201 : 200).end());
app.get("/head", (req, res) => res.status(req.get("X-Mode") === "turbo" ? 202 : 200).end());
app.get("/cookie", (req, res) => res.status(req.cookies.flavour === "vanilla" ? 203 : 200).end());
app.post("/body", (req, res) => {
  const { kind, legs } = req.body || {};
  res.status(kind === "reptile" && legs === 4 ? 206 : 200).end();
});
app.listen(3000);
