package stores_test

import (
	"context"
	"database/sql"
	"fmt"

	"github.com/evoke-go/evoke/store"
	"github.com/evoke-go/evoke/value"
)

// A row is completed, inserted and shown, and all rows are brought back.
func Example() {
	ctx := context.Background()
	db, err := sql.Open("sqlite", ":memory:")
	if err != nil {
		panic(err)
	}
	defer db.Close()
	db.SetMaxOpenConns(1) // each further connection would have a memory of its own
	for _, s := range []string{
		"CREATE TABLE members (id INTEGER PRIMARY KEY, name TEXT NOT NULL, level INT CHECK (level BETWEEN 1 AND 9))",
		"CREATE TABLE loans (member INT NOT NULL REFERENCES members (id), title TEXT NOT NULL)",
	} {
		if _, err := db.ExecContext(ctx, s); err != nil {
			panic(err)
		}
	}
	snapshot, err := store.Keep(ctx, db)
	if err != nil {
		panic(err)
	}
	defer snapshot.Close()
	st := store.SQL(db)
	loan := value.Object{{Name: "title", Value: "It's late"}, {Name: "member", Value: int64(7)}}
	rows, err := st.Complete(ctx, "loans", loan)
	if err != nil {
		panic(err)
	}
	for _, row := range rows {
		if err := st.Insert(ctx, row.Table, row.Values); err != nil {
			panic(err)
		}
		fmt.Println(st.Statement(row.Table, row.Values))
	}
	if err := snapshot.RestoreTables(ctx, "loans", "members"); err != nil {
		panic(err)
	}
	var left int
	if err := db.QueryRowContext(ctx, "SELECT count(*) FROM members").Scan(&left); err != nil {
		panic(err)
	}
	fmt.Println(left, "rows are left")
	// Output:
	// INSERT INTO members (id, name) VALUES (7, 'a')
	// INSERT INTO loans (title, member) VALUES ('It''s late', 7)
	// 0 rows are left
}
