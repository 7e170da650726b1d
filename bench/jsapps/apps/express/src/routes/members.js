const { Router } = require("express");
const { HttpError } = require("../middleware/errors");

function members(library) {
  const router = Router();

  router.post("/", (req, res) => {
    const { name, email, born } = req.body ?? {};
    if (typeof name !== "string" || name.length < 2) throw new HttpError(400, "name is needed");
    if (typeof email !== "string" || !/^[^@\s]+@[^@\s]+\.[a-z]{2,}$/.test(email)) throw new HttpError(400, "email is none");
    if (born !== undefined && Number.isNaN(Date.parse(born))) throw new HttpError(400, "born is no date");
    if (library.memberByEmail(email)) throw new HttpError(409, "this email has a card");
    res.status(201).json(library.addMember({ name, email, born }));
  });

  router.get("/:id", (req, res) => {
    const member = library.member(Number(req.params.id));
    if (!member) throw new HttpError(404, "there is no such member");
    const { card, ...rest } = member;
    res.json(rest);
  });

  return router;
}

module.exports = { members };
