const express = require("express");
const cookie = require("cookie");
const app = express();
app.use(express.urlencoded({ extended: false }));
app.get("/cookie", (req, res) => res.status(cookie.parse(req.headers.cookie ?? "").flavour === "vanilla" ? 203 : 200).end());
app.post("/body", (req, res) => {
  const { kind } = req.body || {};
  res.status(kind === "reptile" ? 206 : 200).end();
});
app.listen(3000);
