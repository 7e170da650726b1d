package features

import (
	"net/http"

	"github.com/evoke-go/evoke/bench/features/container"
)

// getProducts answers GET /products.
func (s *server) getProducts(*http.Request) (container.Answer, error) {
	return container.OK(s.products.names(), nil)
}

// getProduct answers GET /products/{productName}.
func (s *server) getProduct(r *http.Request) (container.Answer, error) {
	return container.OK(s.products.get(r.PathValue("productName")))
}

// addProduct answers POST /products/{productName}.
func (s *server) addProduct(r *http.Request) (container.Answer, error) {
	name := r.PathValue("productName")
	s.products.add(name)
	return container.Created(container.Path("products", name), nil)
}

// deleteProduct answers DELETE /products/{productName}.
func (s *server) deleteProduct(r *http.Request) (container.Answer, error) {
	return container.NoContent(s.products.delete(r.PathValue("productName")))
}

// getFeatures answers GET of the features of a product.
func (s *server) getFeatures(r *http.Request) (container.Answer, error) {
	return container.OK(s.products.features(r.PathValue("productName")))
}

// addFeature answers POST of a feature of a product.
func (s *server) addFeature(r *http.Request) (container.Answer, error) {
	product, feature := r.PathValue("productName"), r.PathValue("featureName")
	location := container.Path("products", product, "features", feature)
	return container.Created(location, s.products.addFeature(product, feature, container.Param(r, "description")))
}

// updateFeature answers PUT of a feature of a product.
func (s *server) updateFeature(r *http.Request) (container.Answer, error) {
	product, feature := r.PathValue("productName"), r.PathValue("featureName")
	return container.OK(s.products.updateFeature(product, feature, container.Param(r, "description")))
}

// deleteFeature answers DELETE of a feature of a product.
func (s *server) deleteFeature(r *http.Request) (container.Answer, error) {
	return container.NoContent(s.products.deleteFeature(r.PathValue("productName"), r.PathValue("featureName")))
}

// addRequires answers POST of a constraint that one feature requires another.
func (s *server) addRequires(r *http.Request) (container.Answer, error) {
	product := r.PathValue("productName")
	source, required := container.Param(r, "sourceFeature"), container.Param(r, "requiredFeature")
	return container.Then(s.products.addRequires(product, source, required))(func(id int64) (container.Answer, error) {
		return container.Created(container.Path("products", product, "constraints", container.Number(id)), nil)
	})
}

// addExcludes answers POST of a constraint that one feature excludes another.
// Its location is wrong, a fault of the original.
func (s *server) addExcludes(r *http.Request) (container.Answer, error) {
	product := r.PathValue("productName")
	source, excluded := container.Param(r, "sourceFeature"), container.Param(r, "excludedFeature")
	return container.Then(s.products.addExcludes(product, source, excluded))(func(id int64) (container.Answer, error) {
		return container.Created(container.Path("products", product, "constraint", container.Number(id)), nil)
	})
}

// deleteConstraint answers DELETE of a constraint, whose product is ignored.
func (s *server) deleteConstraint(_ *http.Request, id int64) (container.Answer, error) {
	s.products.deleteConstraint(id)
	return container.NoContent(nil)
}

// getConfigurations answers GET of the configurations of a product.
func (s *server) getConfigurations(r *http.Request) (container.Answer, error) {
	return container.OK(s.configurations.names(r.PathValue("productName")), nil)
}

// getConfiguration answers GET of a configuration, with 204 where there is none.
func (s *server) getConfiguration(r *http.Request) (container.Answer, error) {
	c := s.configurations.get(r.PathValue("productName"), r.PathValue("configurationName"))
	if c == nil {
		return container.NoContent(nil)
	}
	return container.OK(c, nil)
}

// addConfiguration answers POST of a configuration.
func (s *server) addConfiguration(r *http.Request) (container.Answer, error) {
	product, name := r.PathValue("productName"), r.PathValue("configurationName")
	return container.Created(container.Path("products", product, "configurations", name),
		s.configurations.add(product, name))
}

// deleteConfiguration answers DELETE of a configuration.
func (s *server) deleteConfiguration(r *http.Request) (container.Answer, error) {
	return container.NoContent(s.configurations.delete(r.PathValue("productName"), r.PathValue("configurationName")))
}

// getActiveFeatures answers GET of the names of a configuration's features.
func (s *server) getActiveFeatures(r *http.Request) (container.Answer, error) {
	return container.OK(s.configurations.activeNames(r.PathValue("productName"), r.PathValue("configurationName")))
}

// activateFeature answers POST of a feature of a configuration.
func (s *server) activateFeature(r *http.Request) (container.Answer, error) {
	product, name, feature := r.PathValue("productName"), r.PathValue("configurationName"), r.PathValue("featureName")
	return container.Then(s.configurations.activate(product, name,
		feature))(func(e *evaluation) (container.Answer, error) {
		if !e.valid {
			return container.Answer{}, e.err()
		}
		return container.Created(container.Path("products", product, "configurations", name, "features", feature), nil)
	})
}

// deactivateFeature answers DELETE of a feature of a configuration.
func (s *server) deactivateFeature(r *http.Request) (container.Answer, error) {
	product, name, feature := r.PathValue("productName"), r.PathValue("configurationName"), r.PathValue("featureName")
	return container.Then(s.configurations.deactivate(product, name,
		feature))(func(e *evaluation) (container.Answer, error) {
		if !e.valid {
			return container.Answer{}, e.err()
		}
		return container.NoContent(nil)
	})
}
