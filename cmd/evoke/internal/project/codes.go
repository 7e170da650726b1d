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

// groups are the names of groups, for messages.
const groups = security.Group + ", " + protocol.Group + " or " + whitebox.Group

// UnmarshalYAML reads a list of codes and names.
func (c *Codes) UnmarshalYAML(n *yaml.Node) error {
	if n.Kind != yaml.SequenceNode {
		return fmt.Errorf("line %d: codes of rules are wanted, or %s for a group, as in [%s, 102]",
			n.Line, groups, security.Group)
	}
	for _, e := range n.Content {
		codes, err := ParseCodes([]string{e.Value})
		if err != nil {
			return fmt.Errorf("line %d: %w", e.Line, err)
		}
		*c = append(*c, codes...)
	}
	return nil
}

// ParseCodes returns the codes in texts, each a code or the name of a group.
func ParseCodes(texts []string) (out []int, err error) {
	for _, text := range texts {
		switch text {
		case security.Group:
			out = append(out, security.Codes()...)
		case protocol.Group:
			out = append(out, protocol.Codes()...)
		case whitebox.Group:
			out = append(out, whitebox.Codes()...)
		default:
			code, err := strconv.Atoi(text)
			if err != nil {
				return nil, fmt.Errorf("%s is neither the code of a rule nor %s", text, groups)
			}
			out = append(out, code)
		}
	}
	return out, nil
}
