package datasets

import (
	"embed"
	"encoding/json"
	"image"
	"slices"
	"strings"
)

// Registry lists every data set, sorted by name: its card, cards/NAME.json, with the reader in the file of the set.
var Registry = registry([]reader{
	{"coil20", func(e Entry) Dataset { return &coil20Set{Unscaled} }},
	{"digits", func(e Entry) Dataset { return &digitsSet{Unscaled} }},
	{"hdm05", func(e Entry) Dataset { return &hdm05Set{Unscaled, "HDM_bd", "HDM_bd_01-01_01_120", 1} }},
	{"hdm05-dg", func(e Entry) Dataset { return &hdm05Set{Unscaled, "HDM_dg", "HDM_dg_06-03_03_120", 1} }},
	{"hdm05-standin", func(e Entry) Dataset { return &motionModel{Unscaled, e.Samples, e.Classes} }},
	{"indian-pines", func(e Entry) Dataset { return newScene(indianPinesScene) }},
	{"indian-pines-standin", func(e Entry) Dataset { return &sceneStandIn{*newScene(indianPinesScene), 0.02, e.StandIn} }},
	{"iris", func(e Entry) Dataset { return &uci{Unscaled, e.Files[0].Path, irisRows} }},
	{"jasper-ridge", func(e Entry) Dataset { return &jasperSet{Unscaled} }},
	{"mocap6", func(e Entry) Dataset { return &mocap6Set{Unscaled, "14_06"} }},
	{"movielens1m", func(e Entry) Dataset { return &movieSet{} }},
	{"notting-hill", crop32},
	{"notting-hill-standin", func(e Entry) Dataset { return &faceStandIn{Unscaled} }},
	{"optdigits", func(e Entry) Dataset { return &optdigitsSet{Unscaled, Classes{0, 2, 4, 6}, constantDrop} }},
	{"orl", crop32},
	{"orl-full", func(e Entry) Dataset { return &orlFullSet{Unscaled} }},
	{"ornmf-synthetic", func(e Entry) Dataset { return &ornmfSyntheticSet{} }},
	{"pavia-u", func(e Entry) Dataset { return newScene(paviaUScene) }},
	{"pavia-u-standin", func(e Entry) Dataset { return &sceneStandIn{*newScene(paviaUScene), 0.02, e.StandIn} }},
	{"pie", crop32},
	{"pnmf-projection", func(e Entry) Dataset { return &projection{e.Features, e.Samples, 3, "uniform", signSigned} }},
	{"rpr-movies", func(e Entry) Dataset { return &filmTable{} }},
	{"rpr-pieces", func(e Entry) Dataset { return &pieces{Last: 4, Steps: 25} }},
	{"rpr-points", func(e Entry) Dataset { return &spacePoints{} }},
	{"rpr-synthetic", func(e Entry) Dataset {
		return &rprSyntheticSet{Rows: e.Features, Columns: e.Samples, Rank: 20, Chains: 1, Length: 5}
	}},
	{"video-bbb", func(e Entry) Dataset { return newClip(e, 318, 378, 553) }},
	{"video-sintel", func(e Entry) Dataset { return newClip(e, 245, 319, 457) }},
	{"video-standin", func(e Entry) Dataset { return &videoModel{Unscaled, 4} }},
	{"wdbc", func(e Entry) Dataset { return &uci{Unscaled, e.Files[0].Path, wdbcRows()} }},
	{"wine", func(e Entry) Dataset { return &uci{Unscaled, e.Files[0].Path, wineRows} }},
	{"yale", crop32},
})

// reader makes the default options of a set from its card.
type reader struct {
	name string
	make func(Entry) Dataset
}

// crop32 reads faces of 32×32 pixels as Deng Cai gives them.
func crop32(e Entry) Dataset {
	return &pictures{Scaled: Unscaled, path: e.Files[0].Path, side: image.Pt(32, 32), classes: e.Classes}
}

//go:embed cards
var cards embed.FS

// registry reads the cards. They are in the program, so that a wrong one is an error of the program.
func registry(readers []reader) []Entry {
	list := make([]Entry, len(readers))
	for i, r := range readers {
		text, err := cards.ReadFile("cards/" + r.name + ".json")
		if err == nil {
			err = json.Unmarshal(text, &list[i])
		}
		if err != nil {
			panic("datasets: " + r.name + ": " + err.Error())
		}
		list[i].New = func() Dataset { return r.make(list[i]) }
	}
	return list
}

// Find returns the data set of that name.
func Find(name string) (Entry, bool) {
	i, found := slices.BinarySearchFunc(Registry, name, func(e Entry, name string) int { return strings.Compare(e.Name, name) })
	if !found {
		return Entry{}, false
	}
	return Registry[i], true
}

// Names returns the names of all data sets, sorted.
func Names() []string {
	out := make([]string, len(Registry))
	for i, e := range Registry {
		out[i] = e.Name
	}
	return out
}
