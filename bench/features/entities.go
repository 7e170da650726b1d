package features

import (
	"strings"

	"github.com/evoke-go/evoke/bench/features/store"
)

// The entities as they are sent. Members without a value are null.
type (
	productEntity struct {
		ID          int64           `json:"id"`
		Name        string          `json:"name"`
		Features    []featureEntity `json:"features"`
		Constraints []any           `json:"constraints"`
	}
	featureEntity struct {
		ID          int64   `json:"id"`
		Name        string  `json:"name"`
		Description *string `json:"description"`
	}
	requiresEntity struct {
		ID                  int64   `json:"id"`
		Type                string  `json:"type"`
		SourceFeatureName   *string `json:"sourceFeatureName"`
		RequiredFeatureName *string `json:"requiredFeatureName"`
	}
	excludesEntity struct {
		ID                  int64   `json:"id"`
		Type                string  `json:"type"`
		SourceFeatureName   *string `json:"sourceFeatureName"`
		ExcludedFeatureName *string `json:"excludedFeatureName"`
	}
	configurationEntity struct {
		Name            string          `json:"name"`
		Valid           bool            `json:"valid"`
		ActivedFeatures []featureEntity `json:"activedFeatures"`
	}
)

func featureOf(f store.Feature) featureEntity {
	return featureEntity{ID: f.ID, Name: f.Name, Description: f.Description}
}

func featuresOf(rows []store.Feature) []featureEntity {
	all := make([]featureEntity, 0, len(rows))
	for _, f := range rows {
		all = append(all, featureOf(f))
	}
	return all
}

// constraintOf returns the entity of the constraint's kind.
func constraintOf(c store.Constraint) any {
	if c.Kind == requires {
		return requiresEntity{c.ID, c.Kind, c.Source, c.Target}
	}
	return excludesEntity{c.ID, c.Kind, c.Source, c.Target}
}

func constraintsOf(rows []store.Constraint) []any {
	all := make([]any, 0, len(rows))
	for _, c := range rows {
		all = append(all, constraintOf(c))
	}
	return all
}

// namesOf returns the names of features.
func namesOf(rows []store.Feature) []string {
	all := make([]string, 0, len(rows))
	for _, f := range rows {
		all = append(all, f.Name)
	}
	return all
}

// named returns the feature with a name in capital or small letters.
func named(list []store.Feature, name string) (store.Feature, bool) {
	for _, f := range list {
		if strings.EqualFold(f.Name, name) {
			return f, true
		}
	}
	return store.Feature{}, false
}

// contains reports whether a list has a feature with exactly this name.
func contains(list []store.Feature, name string) bool {
	for _, f := range list {
		if f.Name == name {
			return true
		}
	}
	return false
}
