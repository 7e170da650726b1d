package project

import (
	"fmt"
	"strconv"

	"go.yaml.in/yaml/v4"

	"github.com/evoke-go/evoke/rest/oracle/protocol"
	"github.com/evoke-go/evoke/rest/oracle/security"
	"github.com/evoke-go/evoke/rest/oracle/whitebox"
)

// Codes are codes of rules, see rest.Options. The name of a group stands for all of its codes.
type Codes []int

// UnmarshalYAML reads a list of codes and names.
func (c *Codes) UnmarshalYAML(n *yaml.Node) error {
	const groups = security.Group + ", " + protocol.Group + " or " + whitebox.Group
	if n.Kind != yaml.SequenceNode {
		return fmt.Errorf("line %d: codes of rules are wanted, or %s for a group, as in [%s, 102]",
			n.Line, groups, security.Group)
	}
	for _, e := range n.Content {
		switch e.Value {
		case security.Group:
			*c = append(*c, security.Codes()...)
			continue
		case protocol.Group:
			*c = append(*c, protocol.Codes()...)
			continue
		case whitebox.Group:
			*c = append(*c, whitebox.Codes()...)
			continue
		}
		code, err := strconv.Atoi(e.Value)
		if err != nil {
			return fmt.Errorf("line %d: %s is neither the code of a rule nor %s", e.Line, e.Value, groups)
		}
		*c = append(*c, code)
	}
	return nil
}
