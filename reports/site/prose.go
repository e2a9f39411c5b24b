package site

import (
	"cmp"
	"html"
	"regexp"
	"strings"

	"nmfrepro/datasets/list"
	"nmfrepro/reports/result"
)

// prose turns what is written for a terminal into what is read on a page: commands and what stands in backticks become code, and addresses
// of tables and cells become the names that the paper gives them, as links where they stand alone.
type prose struct {
	titles map[string]string // short titles of tables and figures by address: Table II
	pages  map[string]string // where they are shown
	panels map[string]string // panels of a metric in words by address and key
	names  map[string]string // methods by paper
	rows   map[string]string // rows as tables show them, by address and label
	paper  string            // whose page it is, "" for none
}

// newProse knows the tables and figures of a site.
func newProse(s *Site, paper *result.Paper) prose {
	p := prose{titles: map[string]string{}, pages: map[string]string{}, panels: map[string]string{}, names: map[string]string{},
		rows: map[string]string{}}
	if paper != nil {
		p.paper = paper.Key
	}
	for _, x := range s.Papers {
		p.names[x.Key] = x.Name()
		for _, f := range x.Figures {
			address := x.Key + "/" + f.Key
			p.titles[address], p.pages[address] = shortTitle(f.Title, f.Key), x.Key+".html#figure-"+slug(f.Key)
		}
		for _, t := range x.Tables {
			address := x.Key + "/" + t.Key
			p.titles[address], p.pages[address] = shortTitle(t.Title, t.Key), x.Key+"-"+t.Key+".html"
			for _, b := range t.Panels {
				p.panels[address+"/"+b.Key] = panelWords(t, b)
				for _, r := range b.Rows {
					p.rows[address+"/"+r.Label] = r.Title()
				}
			}
		}
	}
	return p
}

var numbered = regexp.MustCompile(`^(Tables?|Figs?\.|Figures?) [IVXLC0-9]+[a-z]?`)

// shortTitle returns the number of a table or figure, or what its title says before the first colon or full stop.
func shortTitle(title, key string) string {
	if n := numbered.FindString(title); n != "" {
		return n
	}
	title, _, _ = strings.Cut(title, ":")
	title, _, _ = strings.Cut(title, ". ")
	if len(title) > 40 {
		return key
	}
	return cmp.Or(title, key)
}

// panelWords returns the metric of a panel in words; "" of a table's only panel, and its key where it has several metrics.
func panelWords(t result.Table, b result.Panel) string {
	metrics := list.AppendUnique(nil, list.Map(list.FlatMap(b.Rows, func(r result.Row) []result.Cell {
		return r.Cells
	}), func(c result.Cell) string { return c.At.Metric })...)
	switch {
	case len(t.Panels) == 1:
		return ""
	case len(metrics) == 1:
		return result.MetricWords(metrics[0])
	}
	return b.Key
}

var (
	markup  = regexp.MustCompile(`<[^>]*>`)
	quoted  = regexp.MustCompile("`([^`]+)`")
	command = regexp.MustCompile(`\b(?:nmfrepro )?((?:compare alternatives|compare|verify claims|verify errata|verify|explain|table|run|figure|data import|data list) ([a-z]+(?:-[a-z]+)*)(?:/[a-z0-9-]+)?(?::[^\s()]*[^\s().,;:])?(?: --[a-z]+(?:-[a-z]+)*(?: [a-z0-9][a-z0-9.:|-]*[a-z0-9])?)*)`)
	place   = regexp.MustCompile(`\b(?:([a-z]+)/)?((?:table|fig)[0-9]+[a-z]?|[a-z]+)/([a-z0-9-]+)(?:/([^/;:<>“”]*)/|\b)`)
	alone   = regexp.MustCompile(`(?:^|[ (])(?:table|fig)[0-9]+[a-z]?\b`)
	lone    = regexp.MustCompile(`\b([a-z]+)/([a-z][a-z0-9-]*)\b`)
)

// page returns HTML with the text between its tags as prose; what is code already, a link or a button stays.
func (p prose) page(text string) string {
	var out strings.Builder
	last, kept := 0, 0
	write := func(part string) {
		if kept > 0 {
			out.WriteString(part)
		} else {
			out.WriteString(p.text(part))
		}
	}
	for _, at := range markup.FindAllStringIndex(text, -1) {
		write(text[last:at[0]])
		tag := text[at[0]:at[1]]
		switch name := strings.FieldsFunc(tag, func(r rune) bool { return strings.ContainsRune("<> \n", r) })[0]; name {
		case "code", "a", "button", "style", "script":
			kept++
		case "/code", "/a", "/button", "/style", "/script":
			kept--
		}
		out.WriteString(strings.ReplaceAll(tag, "`", ""))
		last = at[1]
	}
	write(text[last:])
	return out.String()
}

// text returns one text of a page, in HTML.
func (p prose) text(text string) string {
	if !strings.ContainsAny(text, "`/") && !command.MatchString(text) && !alone.MatchString(text) {
		return text
	}
	text = quoted.ReplaceAllString(text, "<code>$1</code>")
	return outsideCode(text, func(text string) string {
		text = command.ReplaceAllStringFunc(text, func(found string) string {
			m := command.FindStringSubmatch(found)
			if p.names[m[2]] == "" && !strings.HasPrefix(m[1], "data ") {
				return found
			}
			return "<code>nmfrepro " + m[1] + "</code>"
		})
		return outsideCode(text, p.places)
	})
}

// outsideCode changes what is not between the tags of code.
func outsideCode(text string, change func(string) string) string {
	var out strings.Builder
	for {
		before, rest, found := strings.Cut(text, "<code>")
		out.WriteString(change(before))
		if !found {
			return out.String()
		}
		code, after, _ := strings.Cut(rest, "</code>")
		out.WriteString("<code>" + code + "</code>")
		text = after
	}
}

// places names the tables, panels and rows of addresses.
func (p prose) places(text string) string {
	text = place.ReplaceAllStringFunc(text, func(found string) string {
		m := place.FindStringSubmatch(found)
		paper, key, panel, row := cmp.Or(m[1], p.paper), m[2], m[3], m[4]
		address := paper + "/" + key
		title := p.titles[address]
		if title == "" || m[1] == "" && p.titles[key+"/"+panel] != "" {
			return found // a table and not a panel, or no address
		}
		words, known := p.panels[address+"/"+panel]
		if !known {
			words = result.MetricWords(panel)
		}
		row = strings.TrimSpace(row)
		row = cmp.Or(html.EscapeString(p.rows[address+"/"+html.UnescapeString(row)]), row)
		parts := list.Filter([]string{p.of(paper, title), html.EscapeString(words), row},
			func(s string) bool { return s != "" })
		end := ""
		if strings.HasSuffix(found, "/") {
			end = ", "
		}
		return strings.Join(parts, ", ") + end
	})
	text = alone.ReplaceAllStringFunc(text, func(found string) string {
		key := strings.TrimLeft(found, " (")
		if title := p.titles[p.paper+"/"+key]; title != "" {
			return found[:len(found)-len(key)] + html.EscapeString(title)
		}
		return found
	})
	return lone.ReplaceAllStringFunc(text, func(found string) string {
		m := lone.FindStringSubmatch(found)
		title := p.titles[found]
		if title == "" {
			return found
		}
		return `<a href="` + p.pages[found] + `">` + p.of(m[1], title) + "</a>"
	})
}

// of returns a title with the name of its paper on the page of another.
func (p prose) of(paper, title string) string {
	title = html.EscapeString(title)
	if paper != p.paper {
		title += " of " + html.EscapeString(p.names[paper])
	}
	return title
}

// plain returns prose as text, for what is no part of a page.
func (p prose) plain(text string) string {
	return html.UnescapeString(markup.ReplaceAllString(p.text(html.EscapeString(text)), ""))
}
