package project

import (
	"fmt"
	"strconv"

	"go.yaml.in/yaml/v4"

	"github.com/evoke-go/evoke/rest/oracle/security"
	"github.com/evoke-go/evoke/rest/oracle/whitebox"
)

// Codes are the codes of rules, see rest.Options. The name of a group stands for its codes.
type Codes []int

// UnmarshalYAML reads a list of codes and names.
func (c *Codes) UnmarshalYAML(n *yaml.Node) error {
	if n.Kind != yaml.SequenceNode {
		return fmt.Errorf("line %d: codes of rules are wanted, or %s or %s for a group, as in [%s, 102]", n.Line, security.Group, whitebox.Group, security.Group)
	}
	for _, e := range n.Content {
		switch e.Value {
		case security.Group:
			*c = append(*c, security.Codes()...)
			continue
		case whitebox.Group:
			*c = append(*c, whitebox.Codes()...)
			continue
		}
		code, err := strconv.Atoi(e.Value)
		if err != nil {
			return fmt.Errorf("line %d: %s is neither the code of a rule nor %s or %s", e.Line, e.Value, security.Group, whitebox.Group)
		}
		*c = append(*c, code)
	}
	return nil
}
