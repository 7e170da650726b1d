class Library {
  #books = new Map();
  #members = new Map();
  #loans = new Map();
  #next = 1;

  books() {
    return [...this.#books.values()];
  }

  book(id) {
    return this.#books.get(id);
  }

  bookByISBN(isbn) {
    return this.books().find((book) => book.isbn === isbn);
  }

  addBook({ title, author, isbn, genre, year, copies = 1 }) {
    const book = { id: this.#next++, title, author, isbn, genre, year, copies };
    this.#books.set(book.id, book);
    return book;
  }

  removeBook(id) {
    this.#books.delete(id);
  }

  member(id) {
    return this.#members.get(id);
  }

  memberByEmail(email) {
    return [...this.#members.values()].find((member) => member.email === email);
  }

  memberByCard(card) {
    return [...this.#members.values()].find((member) => member.card === card);
  }

  addMember(member) {
    const id = this.#next++;
    const added = { id, ...member, card: `C${String(id).padStart(5, "0")}` };
    this.#members.set(id, added);
    return added;
  }

  loan(id) {
    return this.#loans.get(id);
  }

  loansOf(memberId) {
    return [...this.#loans.values()].filter((loan) => loan.memberId === memberId);
  }

  async isLent(bookId) {
    await Promise.resolve();
    return [...this.#loans.values()].some((loan) => loan.bookId === bookId);
  }

  copiesLeft(book) {
    return book.copies - [...this.#loans.values()].filter((loan) => loan.bookId === book.id).length;
  }

  lend(book, member, days) {
    const loan = { id: this.#next++, bookId: book.id, memberId: member.id, days };
    this.#loans.set(loan.id, loan);
    return loan;
  }

  giveBack(loan) {
    this.#loans.delete(loan.id);
  }
}

module.exports = { Library };
