// Answers recorded questions about conversion and unification with go-cty.
//
//	go-cty convert FILE [ROUNDS]    the same information as one answer of hclx: equal, safe, unsafe
//	go-cty unify FILE [ROUNDS]      safe and unsafe
//
// It prints how many questions it read and answers a second of processor time, the best of the rounds.
package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"os"
	"strconv"
	"syscall"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/ext/typeexpr"
	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/zclconf/go-cty/cty"
	"github.com/zclconf/go-cty/cty/convert"
)

type question struct {
	From  string   `json:"from"`
	To    string   `json:"to"`
	Types []string `json:"types"`
}

func cpu() float64 {
	var ru syscall.Rusage
	syscall.Getrusage(syscall.RUSAGE_SELF, &ru)
	return float64(ru.Utime.Nano()+ru.Stime.Nano()) / 1e9
}

func read(text string) (cty.Type, bool) {
	expr, diags := hclsyntax.ParseExpression([]byte(text), "", hcl.InitialPos)
	if diags.HasErrors() {
		return cty.NilType, false
	}
	ty, diags := typeexpr.TypeConstraint(expr)
	return ty, !diags.HasErrors()
}

var sink int

func main() {
	what, file := os.Args[1], os.Args[2]
	rounds := 200
	if len(os.Args) > 3 {
		rounds, _ = strconv.Atoi(os.Args[3])
	}
	f, err := os.Open(file)
	if err != nil {
		panic(err)
	}
	var all [][]cty.Type
	skipped := 0
	lines := bufio.NewScanner(f)
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		var q question
		if json.Unmarshal(lines.Bytes(), &q) != nil {
			panic(lines.Text())
		}
		texts := q.Types
		if what == "convert" {
			texts = []string{q.From, q.To}
		}
		types, good := []cty.Type{}, true
		for _, text := range texts {
			ty, ok := read(text)
			good = good && ok
			types = append(types, ty)
		}
		if !good {
			skipped++
			continue
		}
		all = append(all, types)
	}
	best := 0.0
	for round := 0; round < rounds; round++ {
		start := cpu()
		for _, types := range all {
			if what == "convert" {
				if types[0].Equals(types[1]) {
					sink++
				}
				if convert.GetConversion(types[0], types[1]) != nil {
					sink++
				}
				if convert.GetConversionUnsafe(types[0], types[1]) != nil {
					sink++
				}
			} else {
				if ty, _ := convert.Unify(types); ty != cty.NilType {
					sink++
				}
				if ty, _ := convert.UnifyUnsafe(types); ty != cty.NilType {
					sink++
				}
			}
		}
		if speed := float64(len(all)) / (cpu() - start); speed > best {
			best = speed
		}
	}
	fmt.Printf("%s\t%d questions\t%d not read\t%.2f million a second\n", what, len(all), skipped, best/1e6)
}
