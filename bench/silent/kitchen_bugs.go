package silent

import "github.com/evoke-go/evoke/bench/silent/kitchen"

// kitchenBugs returns the bugs of the service kitchen.
func kitchenBugs() []Bug {
	return []Bug{
		{"notes-kept", Merges, []string{"PUT /recipes/{id}", "GET /recipes/{id}", "GET /recipes"},
			"PUT without notes keeps the old ones", 5, kitchen.NotesKept},
		{"ingredients-left", NotDeleted, []string{"DELETE /recipes/{id}", "GET /ingredients/{id}"},
			"the ingredients of a deleted recipe can be read", 5, kitchen.IngredientsLeft},
		{"unrated-missing", Missing, []string{"GET /recipes"},
			"sorted by rating, the list leaves out recipes without one", 5, kitchen.UnratedMissing},
		{"open-cuts", ReadChanges, []string{"GET /shopping-lists/{id}", "GET /shopping-lists", "GET /items/{id}"},
			"asking for the open items writes over those that are bought", 5, kitchen.OpenCuts},
		{"vegetarian-false", Filter, []string{"GET /recipes"},
			"vegetarian=false shows all recipes", 5, kitchen.VegetarianFalse},
		{"minutes-as-text", Sorting, []string{"GET /recipes"},
			"sorted by minutes, 100 comes before 20", 5, kitchen.MinutesAsText},
		{"size-ignored", Paging, []string{"GET /recipes"},
			"a page has 20 recipes, whatever its size should be", 5, kitchen.SizeIgnored},
		{"passwords-shown", Secret, []string{"GET /cooks"},
			"the list of cooks has their passwords", 5, kitchen.PasswordsShown},
		{"cooks-anonymous", Anonymous, []string{"GET /cooks"},
			"who is not logged in sees the list of cooks", 5, kitchen.CooksAnonymous},
		{"foreign-item", Foreign, []string{"PUT /items/{id}"},
			"cooks change items of the shopping list of another cook, which they may not read", 5, kitchen.ForeignItem},
		{"author-taken", Assignment, []string{"PUT /recipes/{id}", "GET /recipes/{id}", "GET /recipes"},
			"PUT with a member author makes the recipe that cook's", 5, kitchen.AuthorTaken},
		{"match-ignored", Precondition, []string{"PUT /recipes/{id}"},
			"PUT with an old ETag replaces what was changed meanwhile", 5, kitchen.MatchIgnored},
		{"rated-twice", NotIdempotent, []string{"PUT /recipes/{id}/rating", "GET /recipes/{id}/ratings",
			"GET /recipes/{id}", "GET /recipes"},
			"PUT of a rating twice makes two ratings", 5, kitchen.RatedTwice},
		{"average-stays", Total, []string{"DELETE /recipes/{id}/rating", "GET /recipes/{id}", "GET /recipes"},
			"the average counts a rating that was taken back until there comes another one", 5, kitchen.AverageStays},
		{"scaled-to-nothing", Computed, []string{"POST /shopping-lists/{id}/recipes"},
			"the amounts of a recipe are multiplied by whole numbers, and so by 0 for fewer servings",
			5, kitchen.ScaledToNothing},
		{"same-name-deleted", DeletesMore, []string{"DELETE /ingredients/{id}", "GET /ingredients/{id}",
			"GET /recipes/{id}/ingredients"},
			"with an ingredient go those of the same name of other recipes", 5, kitchen.SameNameDeleted},
		{"own-title-refused", ValidRefused, []string{"PUT /recipes/{id}"},
			"PUT that leaves the title as it is answers that it is taken", 5, kitchen.OwnTitleRefused},
		{"title-cut", WrongValue, []string{"POST /recipes", "PUT /recipes/{id}", "GET /recipes/{id}", "GET /recipes"},
			"a title of more than 40 characters loses the others", 5, kitchen.TitleCut},
	}
}
