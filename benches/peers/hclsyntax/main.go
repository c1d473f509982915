// Evaluates the expressions of `cargo bench -p hclx-eval --bench sets -- write` with hclsyntax.
//
//	hclsyntax FILE classify     prints those that it evaluates without an error
//	hclsyntax FILE run [MS]     prints group, count, best and mean nanoseconds of an evaluation
package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"os"
	"runtime"
	"sort"
	"strconv"
	"strings"
	"syscall"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/ext/tryfunc"
	"github.com/hashicorp/hcl/v2/ext/typeexpr"
	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/zclconf/go-cty/cty"
	"github.com/zclconf/go-cty/cty/function"
	"github.com/zclconf/go-cty/cty/function/stdlib"
)

func cpu() float64 {
	var ru syscall.Rusage
	syscall.Getrusage(syscall.RUSAGE_SELF, &ru)
	return float64(ru.Utime.Nano()+ru.Stime.Nano())
}

type line struct {
	Group string                     `json:"group"`
	Src   string                     `json:"src"`
	Mode  *string                    `json:"mode"`
	Vars  map[string]json.RawMessage `json:"vars"`
}
type jv struct {
	Type    string          `json:"type"`
	Value   json.RawMessage `json:"value"`
	Dynamic bool            `json:"dynamic"`
}

func value(ty cty.Type, raw json.RawMessage) cty.Value {
	var m map[string]json.RawMessage
	if json.Unmarshal(raw, &m) == nil && m != nil {
		if _, ok := m["$unknown"]; ok {
			return cty.UnknownVal(ty)
		}
	}
	if strings.TrimSpace(string(raw)) == "null" {
		return cty.NullVal(ty)
	}
	switch {
	case ty == cty.Bool:
		var b bool
		json.Unmarshal(raw, &b)
		return cty.BoolVal(b)
	case ty == cty.String:
		var s string
		json.Unmarshal(raw, &s)
		return cty.StringVal(s)
	case ty == cty.Number:
		var s string
		json.Unmarshal(raw, &s)
		return cty.MustParseNumberVal(s)
	case ty.IsListType() || ty.IsSetType():
		var l []json.RawMessage
		json.Unmarshal(raw, &l)
		var vs []cty.Value
		for _, e := range l {
			vs = append(vs, value(ty.ElementType(), e))
		}
		if ty.IsListType() {
			if len(vs) == 0 {
				return cty.ListValEmpty(ty.ElementType())
			}
			return cty.ListVal(vs)
		}
		if len(vs) == 0 {
			return cty.SetValEmpty(ty.ElementType())
		}
		return cty.SetVal(vs)
	case ty.IsMapType():
		vs := map[string]cty.Value{}
		for k, e := range m {
			vs[k] = value(ty.ElementType(), e)
		}
		if len(vs) == 0 {
			return cty.MapValEmpty(ty.ElementType())
		}
		return cty.MapVal(vs)
	case ty.IsTupleType():
		var l []json.RawMessage
		json.Unmarshal(raw, &l)
		var vs []cty.Value
		for i, e := range l {
			vs = append(vs, value(ty.TupleElementType(i), e))
		}
		return cty.TupleVal(vs)
	case ty.IsObjectType():
		vs := map[string]cty.Value{}
		for k, t := range ty.AttributeTypes() {
			vs[k] = value(t, m[k])
		}
		return cty.ObjectVal(vs)
	}
	panic("type " + ty.GoString())
}

func mkto(ty cty.Type) function.Function { return stdlib.MakeToFunc(ty) }

func funcs() map[string]function.Function {
	return map[string]function.Function{
		"upper": stdlib.UpperFunc, "lower": stdlib.LowerFunc, "length": stdlib.LengthFunc, "max": stdlib.MaxFunc, "min": stdlib.MinFunc,
		"tolist": mkto(cty.List(cty.DynamicPseudoType)), "toset": mkto(cty.Set(cty.DynamicPseudoType)), "tomap": mkto(cty.Map(cty.DynamicPseudoType)),
		"tostring": mkto(cty.String), "tonumber": mkto(cty.Number), "tobool": mkto(cty.Bool),
		"can": tryfunc.CanFunc, "try": tryfunc.TryFunc, "convert": typeexpr.ConvertFunc,
		"merge": stdlib.MergeFunc, "substr": stdlib.SubstrFunc, "range": stdlib.RangeFunc, "join": stdlib.JoinFunc, "keys": stdlib.KeysFunc, "values": stdlib.ValuesFunc,
		"lookup": stdlib.LookupFunc, "distinct": stdlib.DistinctFunc, "element": stdlib.ElementFunc, "coalesce": stdlib.CoalesceFunc, "jsonencode": stdlib.JSONEncodeFunc, "jsondecode": stdlib.JSONDecodeFunc,
		"int": stdlib.IntFunc, "format": stdlib.FormatFunc, "strlen": stdlib.StrlenFunc, "strrev": stdlib.ReverseFunc, "concat": stdlib.ConcatFunc, "contains": stdlib.ContainsFunc,
		"flatten": stdlib.FlattenFunc, "slice": stdlib.SliceFunc, "compact": stdlib.CompactFunc, "setintersection": stdlib.SetIntersectionFunc, "setsubtract": stdlib.SetSubtractFunc, "setunion": stdlib.SetUnionFunc,
		"sethaselement": stdlib.SetHasElementFunc, "floor": stdlib.FloorFunc, "ceil": stdlib.CeilFunc, "abs": stdlib.AbsoluteFunc, "zipmap": stdlib.ZipmapFunc, "sort": stdlib.SortFunc, "reverse": stdlib.ReverseListFunc, "split": stdlib.SplitFunc,
		"trimspace": stdlib.TrimSpaceFunc, "trim": stdlib.TrimFunc, "title": stdlib.TitleFunc, "chunklist": stdlib.ChunklistFunc, "coalescelist": stdlib.CoalesceListFunc, "hasindex": stdlib.HasIndexFunc, "setproduct": stdlib.SetProductFunc,
		"ns::lower": stdlib.LowerFunc, "ns::upper": stdlib.UpperFunc, "ns::deep::min": stdlib.MinFunc,
	}
}

type prog struct {
	expr  hclsyntax.Expression
	ctx   *hcl.EvalContext
	group string
}

func main() {
	f, _ := os.Open(os.Args[1])
	mode := "run"
	if len(os.Args) > 2 {
		mode = os.Args[2]
	}
	ms := 400.0
	if len(os.Args) > 3 {
		ms, _ = strconv.ParseFloat(os.Args[3], 64)
	}
	only := ""
	if len(os.Args) > 4 {
		only = os.Args[4]
	}
	sc := bufio.NewScanner(f)
	sc.Buffer(make([]byte, 1<<20), 1<<26)
	fs := funcs()
	tcache := map[string]cty.Type{}
	var progs []*prog
	w := bufio.NewWriter(os.Stdout)
	defer w.Flush()
	for sc.Scan() {
		raw := sc.Text()
		var l line
		if err := json.Unmarshal([]byte(raw), &l); err != nil {
			panic(err)
		}
		var e hclsyntax.Expression
		var d hcl.Diagnostics
		if l.Mode != nil && *l.Mode == "template" {
			e, d = hclsyntax.ParseTemplate([]byte(l.Src), "x", hcl.InitialPos)
		} else {
			e, d = hclsyntax.ParseExpression([]byte(l.Src), "x", hcl.InitialPos)
		}
		if d.HasErrors() {
			continue
		}
		vars := map[string]cty.Value{}
		for k, r := range l.Vars {
			var v jv
			json.Unmarshal(r, &v)
			if v.Dynamic {
				vars[k] = cty.DynamicVal
				continue
			}
			ty, ok := tcache[v.Type]
			if !ok {
				te, td := hclsyntax.ParseExpression([]byte(v.Type), "t", hcl.InitialPos)
				if td.HasErrors() {
					panic(v.Type)
				}
				ty, td = typeexpr.TypeConstraint(te)
				if td.HasErrors() {
					panic(v.Type)
				}
				tcache[v.Type] = ty
			}
			vars[k] = value(ty, v.Value)
		}
		ctx := &hcl.EvalContext{Variables: vars, Functions: fs}
		_, d = e.Value(ctx)
		if d.HasErrors() {
			continue
		}
		if mode == "classify" {
			fmt.Fprintln(w, raw)
		}
		if only != "" && !strings.HasPrefix(l.Group, only) {
			continue
		}
		progs = append(progs, &prog{e, ctx, l.Group})
	}
	if mode == "classify" {
		return
	}
	groups := map[string][]*prog{}
	sets := map[string][]*prog{}
	for _, p := range progs {
		groups[p.group] = append(groups[p.group], p)
		s := strings.SplitN(p.group, "/", 2)[0]
		sets[s+"/ALL"] = append(sets[s+"/ALL"], p)
	}
	runtime.GC()
	do := func(m map[string][]*prog) {
		var keys []string
		for k := range m {
			keys = append(keys, k)
		}
		sort.Strings(keys)
		for _, k := range keys {
			list := m[k]
			n := 0
			for n < 200 {
				for _, p := range list {
					p.expr.Value(p.ctx)
					n++
				}
			}
			best := 1e18
			total := 0
			t0 := cpu()
			slice := ms * 1e6 / 5
			for cpu()-t0 < ms*1e6 {
				s := cpu()
				n := 0
				for cpu()-s < slice {
					reps := 200 / len(list)
					if reps < 1 {
						reps = 1
					}
					for i := 0; i < reps; i++ {
						for _, p := range list {
							p.expr.Value(p.ctx)
							n++
						}
					}
				}
				ns := (cpu() - s) / float64(n)
				if ns < best {
					best = ns
				}
				total += n
			}
			mean := (cpu() - t0) / float64(total)
			fmt.Fprintf(w, "%s\t%d\t%.1f\t%.1f\n", k, len(list), best, mean)
		}
	}
	do(sets)
	do(groups)
}
