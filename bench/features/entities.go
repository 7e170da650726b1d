package features

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

func featureOf(f featureRow) featureEntity {
	return featureEntity{ID: f.id, Name: f.name, Description: f.description}
}

func featuresOf(rows []featureRow) []featureEntity {
	all := make([]featureEntity, 0, len(rows))
	for _, f := range rows {
		all = append(all, featureOf(f))
	}
	return all
}

// constraintOf returns the entity of the constraint's kind.
func constraintOf(c constraintRow) any {
	if c.kind == requires {
		return requiresEntity{c.id, c.kind, c.source, c.target}
	}
	return excludesEntity{c.id, c.kind, c.source, c.target}
}

func constraintsOf(rows []constraintRow) []any {
	all := make([]any, 0, len(rows))
	for _, c := range rows {
		all = append(all, constraintOf(c))
	}
	return all
}

// namesOf returns the names of features.
func namesOf(rows []featureRow) []string {
	all := make([]string, 0, len(rows))
	for _, f := range rows {
		all = append(all, f.name)
	}
	return all
}
