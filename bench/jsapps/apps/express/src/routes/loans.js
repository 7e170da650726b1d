const { Router } = require("express");
const { HttpError } = require("../middleware/errors");

const most = 3; // loans of a member

function loans(library) {
  const router = Router();

  router.get("/", (req, res) => res.json(library.loansOf(req.member.id)));

  router.post("/", (req, res) => {
    const book = library.book(req.body?.bookId);
    if (!book) throw new HttpError(422, "there is no such book");
    const days = req.body.days ?? 14;
    if (days < 1 || days > 28) throw new HttpError(422, "a loan is for 1 to 28 days");
    const mine = library.loansOf(req.member.id);
    if (mine.some((loan) => loan.bookId === book.id)) throw new HttpError(409, "you have this book");
    if (mine.length >= most) throw new HttpError(409, `${most} loans are the most`);
    if (library.copiesLeft(book) === 0) throw new HttpError(409, "all copies are lent");
    res.status(201).json(library.lend(book, req.member, days));
  });

  // Returns a book.
  router.delete("/:id", (req, res) => {
    const loan = library.loan(Number(req.params.id));
    if (loan.memberId !== req.member.id) throw new HttpError(403, "this is not your loan");
    library.giveBack(loan);
    res.status(204).end();
  });

  return router;
}

module.exports = { loans };
