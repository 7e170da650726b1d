package silent_test

import (
	"maps"
	"testing"
)

const (
	soup = `{"title": "Pea soup", "course": "starter", "minutes": 35, "vegetarian": true, ` +
		`"notes": "Better the next day"}`
	stew     = `{"title": "Stew", "course": "main", "servings": 6, "minutes": 120}`
	peas     = `{"name": "Peas", "amount": 400, "unit": "g"}`
	milk     = `{"name": "Milk", "amount": 500, "unit": "ml", "bought": true}`
	bread    = `{"name": "Bread", "amount": 1, "unit": "piece"}`
	saturday = `{"name": "Saturday"}`
	lengthy  = `{"title": "Soup of the peas that grow behind the old house", "course": "main", "minutes": 1}`
)

func kitchenSymptoms() map[string]symptom {
	out := map[string]symptom{}
	maps.Copy(out, recipeSymptoms())
	maps.Copy(out, menuSymptoms())
	maps.Copy(out, ratingSymptoms())
	maps.Copy(out, shoppingSymptoms())
	return out
}

// recipeSymptoms are those of recipes, their ingredients, and cooks.
func recipeSymptoms() map[string]symptom {
	recipe := []step{{"ada", "POST /recipes", soup, 201, "/servings 4"}}
	needs := steps(recipe, step{"ada", "POST /recipes/1/ingredients", peas, 201, "/id 1"})
	bare := `{"title": "Soup", "course": "starter", "minutes": 30}`
	return map[string]symptom{
		"notes-kept": {
			recipe, step{user: "ada", request: "PUT /recipes/1", body: bare}, outcome{200, `/notes ""`},
			outcome{200, `/notes "Better the next day"`},
		},
		"ingredients-left": {
			steps(needs, step{"ada", "DELETE /recipes/1", "", 204, ""},
				step{"", "GET /recipes/1/ingredients", "", 404, ""}),
			step{request: "GET /ingredients/1"}, outcome{404, ""}, outcome{200, `/name "Peas"`},
		},
		"same-name-deleted": {
			steps(needs, step{"bo", "POST /recipes", stew, 201, ""}, step{"bo", "POST /recipes/2/ingredients", peas,
				201, ""}, step{"bo", "DELETE /ingredients/2", "", 204, ""}),
			step{request: "GET /ingredients/1"}, outcome{200, "/recipeId 1"}, outcome{404, ""},
		},
		"author-taken": {
			recipe, step{user: "ada", request: "PUT /recipes/1",
				body: `{"title": "Soup", "course": "starter", "minutes": 30, "author": "bo"}`},
			outcome{200, `/author "ada"`}, outcome{200, `/author "bo"`},
		},
		"match-ignored": {
			recipe, step{user: "ada", request: "PUT /recipes/1\nIf-Match: \"old\"", body: bare},
			outcome{412, ""}, outcome{200, ""},
		},
		"own-title-refused": {
			recipe, step{user: "ada", request: "PUT /recipes/1", body: soup}, outcome{200, "/id 1"}, outcome{409, ""},
		},
		"title-cut": {
			[]step{{"ada", "POST /recipes", lengthy, 201, ""}}, step{request: "GET /recipes/1"},
			outcome{200, `/title "Soup of the peas that grow behind the old house"`},
			outcome{200, `/title "Soup of the peas that grow behind the ol"`},
		},
		"passwords-shown": {
			nil, step{user: "bo", request: "GET /cooks"}, outcome{200, "/0/password -"},
			outcome{200, `/0/password "ada-secret"`},
		},
		"cooks-anonymous": {
			[]step{{"", "GET /me", "", 401, ""}}, step{request: "GET /cooks"}, outcome{401, ""},
			outcome{200, `/0/username "ada"`},
		},
	}
}

// menuSymptoms are those of the list of recipes.
func menuSymptoms() map[string]symptom {
	two := []step{{"ada", "POST /recipes", soup, 201, ""}, {"bo", "POST /recipes", stew, 201, ""},
		{"cy", "PUT /recipes/1/rating", `{"stars": 3}`, 200, ""}}
	return map[string]symptom{
		"unrated-missing": {
			steps(two, step{"", "GET /recipes?sort=-averageRating", "", 200, "/0/id 1"}),
			step{request: "GET /recipes?sort=-averageRating"},
			outcome{200, "/1/id 2"}, outcome{200, "/1 -"},
		},
		"vegetarian-false": {
			steps(two, step{"", "GET /recipes?vegetarian=true", "", 200, "/1 -"}),
			step{request: "GET /recipes?vegetarian=false"},
			outcome{200, "/0/id 2"}, outcome{200, "/0/id 1"},
		},
		"minutes-as-text": {
			two, step{request: "GET /recipes?sort=minutes"}, outcome{200, "/0/minutes 35"},
			outcome{200, "/0/minutes 120"},
		},
		"size-ignored": {
			two, step{request: "GET /recipes?size=1"}, outcome{200, "/1 -"}, outcome{200, "/1/id 2"},
		},
	}
}

// ratingSymptoms are those of ratings.
func ratingSymptoms() map[string]symptom {
	rated := []step{{"ada", "POST /recipes", soup, 201, "/averageRating null"},
		{"bo", "PUT /recipes/1/rating", `{"stars": 2}`, 200, "/stars 2"}}
	return map[string]symptom{
		"rated-twice": {
			steps(rated, step{"bo", "PUT /recipes/1/rating", `{"stars": 2}`, 200, ""}), step{request: "GET /recipes/1"},
			outcome{200, "/ratingCount 1"}, outcome{200, "/ratingCount 2"},
		},
		"average-stays": {
			steps(rated, step{"bo", "DELETE /recipes/1/rating", "", 204, ""},
				step{"", "GET /recipes/1/ratings", "", 200, "/0 -"}),
			step{request: "GET /recipes/1"}, outcome{200, "/averageRating null"}, outcome{200, "/averageRating 2"},
		},
	}
}

// shoppingSymptoms are those of shopping lists.
func shoppingSymptoms() map[string]symptom {
	list := []step{{"bo", "POST /shopping-lists", saturday, 201, "/openCount 0"},
		{"bo", "POST /shopping-lists/1/items", milk, 201, "/id 1"}}
	two := steps(list, step{"bo", "POST /shopping-lists/1/items", bread, 201, "/bought false"})
	needs := steps(list, step{"ada", "POST /recipes", soup, 201, ""},
		step{"ada", "POST /recipes/1/ingredients", peas, 201, ""})
	return map[string]symptom{
		"open-cuts": {
			steps(two, step{"bo", "GET /shopping-lists/1?onlyOpen=true", "", 200, "/items/0/id 2"}),
			step{user: "bo", request: "GET /shopping-lists/1"},
			outcome{200, "/items/0/id 1"}, outcome{200, "/items/0/id 2"},
		},
		"foreign-item": {
			steps(list, step{"ada", "GET /items/1", "", 403, ""}, step{"ada", "DELETE /items/1", "", 403, ""}),
			step{user: "ada", request: "PUT /items/1", body: bread}, outcome{403, ""}, outcome{200, `/name "Bread"`},
		},
		"scaled-to-nothing": {
			needs, step{user: "bo", request: "POST /shopping-lists/1/recipes", body: `{"recipeId": 1, "servings": 2}`},
			outcome{200, "/items/1/amount 200"}, outcome{200, "/items/1/amount 0"},
		},
	}
}

// Recipes, ratings and shopping lists are as they say.
func TestRecipes(t *testing.T) {
	s := begin(t, named(t, "kitchen"))
	s.all([]step{
		{"", "POST /login", `{"username": "ada", "password": "bo-secret"}`, 401, ""},
		{"", "POST /recipes", soup, 401, ""},
		{"ada", "POST /recipes", soup, 201, `/author "ada"`},
		{"", "GET {Location}", "", 200, "/ratingCount 0"},
		{"ada", "POST /recipes", soup, 409, ""},
		{"bo", "POST /recipes", soup, 201, "/id 2"},
		{"bo", "PUT /recipes/1", stew, 403, ""},
		{"bo", "PUT /recipes/2\nIf-Match: *", stew, 200, "/vegetarian false"},
		{"", "GET /recipes?q=SOUP&course=starter&author=ada&maxMinutes=35", "", 200, "/0/id 1"},
		{"", "GET /recipes?maxMinutes=34", "", 200, "/0 -"},
		{"", "GET /recipes?sort=-minutes&size=1&page=2", "", 200, "/0/id 1"},
		{"", "GET /recipes?sort=title&size=1", "", 200, "/0/id 1"},
		{"bo", "POST /recipes/1/ingredients", peas, 403, ""},
		{"ada", "POST /recipes/1/ingredients", peas, 201, "/recipeId 1"},
		{"", "GET {Location}", "", 200, "/amount 400"},
		{"ada", "POST /recipes/1/ingredients", peas, 409, ""},
		{"ada", "PUT /ingredients/1", `{"name": "Peas", "amount": 0.5, "unit": "g"}`, 200, "/amount 0.5"},
		{"ada", "PUT /recipes/1/rating", `{"stars": 5}`, 409, ""},
		{"bo", "PUT /recipes/1/rating", `{"stars": 5}`, 200, `/comment ""`},
		{"cy", "PUT /recipes/1/rating", `{"stars": 2}`, 200, ""},
		{"", "GET /recipes?sort=-averageRating", "", 200, "/0/averageRating 3.5"},
		{"bo", "DELETE /recipes/1/rating", "", 204, ""},
		{"bo", "DELETE /recipes/1/rating", "", 404, ""},
		{"", "GET /recipes/1/ratings", "", 200, `/0/cook "cy"`},
		{"bo", "POST /shopping-lists", saturday, 201, "/items []"},
		{"bo", "GET {Location}", "", 200, `/owner "bo"`},
		{"ada", "GET {Location}", "", 403, ""},
		{"ada", "GET /shopping-lists", "", 200, "/0 -"},
		{"bo", "POST /shopping-lists/1/recipes", `{"recipeId": 9, "servings": 1}`, 422, ""},
		{"bo", "POST /shopping-lists/1/recipes", `{"recipeId": 1, "servings": 10}`, 200, "/items/0/amount 1.25"},
		{"bo", "POST /shopping-lists/1/items", milk, 201, "/listId 1"},
		{"bo", "GET {Location}", "", 200, "/bought true"},
		{"bo", "GET /shopping-lists", "", 200, "/0/openCount 1"},
		{"bo", "PUT /items/1", milk, 200, "/id 1"},
		{"bo", "GET /shopping-lists/1?onlyOpen=true", "", 200, "/items []"},
		{"bo", "DELETE /items/2", "", 204, ""},
		{"bo", "DELETE /shopping-lists/1", "", 204, ""},
		{"bo", "GET /items/1", "", 404, ""},
		{"ada", "DELETE /recipes/1", "", 204, ""},
		{"ada", "GET /cooks", "", 200, "/0/recipeCount 0"},
		{"ada", "GET /cooks", "", 200, "/1/recipeCount 1"},
	})
}
