package sets

import (
	"embed"
	"encoding/json"
	"image"
	"slices"
	"strings"

	"nmfrepro/datasets/dataset"
)

// Registry lists every data set, sorted by name: its card, cards/NAME.json, with the reader in the file of the set.
var Registry = registry([]reader{
	{"coil20", func(e dataset.Entry) dataset.Dataset { return &coil20Set{Scaled: dataset.Unscaled} }},
	{"digits", func(e dataset.Entry) dataset.Dataset { return &digitsSet{dataset.Unscaled} }},
	{"golub", func(e dataset.Entry) dataset.Dataset {
		return &expression{dataset.Unscaled, e.Files[0].Path, []string{"ALL-B", "ALL-T", "AML"}, nil, 0}
	}},
	{"hdm05", func(e dataset.Entry) dataset.Dataset {
		return &hdm05Set{dataset.Unscaled, "HDM_bd", "HDM_bd_01-01_01_120", 1}
	}},
	{"hdm05-dg", func(e dataset.Entry) dataset.Dataset {
		return &hdm05Set{dataset.Unscaled, "HDM_dg", "HDM_dg_06-03_03_120", 1}
	}},
	{"hdm05-standin", func(e dataset.Entry) dataset.Dataset { return &motionModel{dataset.Unscaled, e.Samples, e.Classes} }},
	{"indian-pines", func(e dataset.Entry) dataset.Dataset { return newScene(indianPinesScene) }},
	{"indian-pines-standin", func(e dataset.Entry) dataset.Dataset {
		return &sceneStandIn{*newScene(indianPinesScene), 0.02, e.StandIn}
	}},
	{"iris", func(e dataset.Entry) dataset.Dataset { return &uci{dataset.Unscaled, e.Files[0].Path, irisRows} }},
	{"jasper-ridge", func(e dataset.Entry) dataset.Dataset { return &jasperSet{dataset.Unscaled} }},
	{"medulloblastoma", func(e dataset.Entry) dataset.Dataset {
		return &expression{dataset.Unscaled, e.Files[0].Path, []string{"C", "D"}, nil, 0}
	}},
	{"mocap6", func(e dataset.Entry) dataset.Dataset { return &mocap6Set{dataset.Unscaled, "14_06"} }},
	{"movielens1m", func(e dataset.Entry) dataset.Dataset { return &movieSet{} }},
	{"notting-hill", Crop32},
	{"notting-hill-standin", func(e dataset.Entry) dataset.Dataset { return &faceStandIn{dataset.Unscaled, 76, e.Samples} }},
	{"optdigits", func(e dataset.Entry) dataset.Dataset {
		return &optdigitsSet{dataset.Unscaled, Classes{0, 2, 4, 6}, constantDrop}
	}},
	{"orl", Crop32},
	{"orl-full", func(e dataset.Entry) dataset.Dataset { return &orlFullSet{dataset.Unscaled} }},
	{"ornmf-synthetic", func(e dataset.Entry) dataset.Dataset { return &ornmfSyntheticSet{} }},
	{"pavia-u", func(e dataset.Entry) dataset.Dataset { return newScene(paviaUScene) }},
	{"pavia-u-standin", func(e dataset.Entry) dataset.Dataset { return &sceneStandIn{*newScene(paviaUScene), 0.02, e.StandIn} }},
	{"pie", Crop32},
	{"pnmf-projection", func(e dataset.Entry) dataset.Dataset {
		return &projection{Features: e.Features, Samples: e.Samples, Rank: 3, Source: "uniform", Sign: signSigned}
	}},
	{"rcppml-aml", func(e dataset.Entry) dataset.Dataset {
		return &labelledTable{dataset.Unscaled, e.Files[0].Path, "aml-samples.csv", "category", false}
	}},
	{"rcppml-birds", func(e dataset.Entry) dataset.Dataset {
		return &labelledTable{dataset.Unscaled, e.Files[0].Path, "hawaiibirds-cells.csv", "island", true}
	}},
	{"rcppml-movies", func(e dataset.Entry) dataset.Dataset {
		return &labelledTable{dataset.Unscaled, e.Files[0].Path, "", "", false}
	}},
	{"rcppml-simulated", func(e dataset.Entry) dataset.Dataset {
		return &simulatedNMF{Features: e.Features, Samples: e.Samples, Rank: 5, Noise: 3, Seed: 42}
	}},
	{"rpr-movies", func(e dataset.Entry) dataset.Dataset { return &filmTable{} }},
	{"rpr-pieces", func(e dataset.Entry) dataset.Dataset { return &pieces{Last: 4, Steps: 25} }},
	{"rpr-points", func(e dataset.Entry) dataset.Dataset { return &spacePoints{} }},
	{"rpr-synthetic", func(e dataset.Entry) dataset.Dataset {
		return &rprSyntheticSet{Rows: e.Features, Columns: e.Samples, Rank: 20, Chains: 1, Length: 5}
	}},
	{"tdt2", func(e dataset.Entry) dataset.Dataset { return &documents{weightsTFIDF, e.Files[0].Path, e.Classes} }},
	{"video-bbb", func(e dataset.Entry) dataset.Dataset { return newClip(e, 318, 378, 553) }},
	{"video-sintel", func(e dataset.Entry) dataset.Dataset { return newClip(e, 245, 319, 457) }},
	{"video-standin", func(e dataset.Entry) dataset.Dataset { return &videoModel{dataset.Unscaled, 4, []int{100, 120, 80}} }},
	{"wdbc", func(e dataset.Entry) dataset.Dataset { return &uci{dataset.Unscaled, e.Files[0].Path, wdbcRows()} }},
	{"wine", func(e dataset.Entry) dataset.Dataset { return &uci{dataset.Unscaled, e.Files[0].Path, wineRows} }},
	{"yale", Crop32},
})

// reader makes the default options of a set from its card.
type reader struct {
	name string
	make func(dataset.Entry) dataset.Dataset
}

// Crop32 reads faces of 32×32 pixels as Deng Cai gives them.
func Crop32(e dataset.Entry) dataset.Dataset {
	return &pictures{Scaled: dataset.Unscaled, path: e.Files[0].Path, side: image.Pt(32, 32), classes: e.Classes}
}

//go:embed cards
var cards embed.FS

// registry reads the cards. They are in the program, so that a wrong one is an error of the program.
func registry(readers []reader) []dataset.Entry {
	list := make([]dataset.Entry, len(readers))
	for i, r := range readers {
		text, err := cards.ReadFile("cards/" + r.name + ".json")
		if err == nil {
			err = json.Unmarshal(text, &list[i])
		}
		if err != nil {
			panic("datasets: " + r.name + ": " + err.Error())
		}
		list[i].New = func() dataset.Dataset { return r.make(list[i]) }
	}
	return list
}

// Find returns the data set of that name.
func Find(name string) (dataset.Entry, bool) {
	i, found := slices.BinarySearchFunc(Registry, name, func(e dataset.Entry, name string) int { return strings.Compare(e.Name, name) })
	if !found {
		return dataset.Entry{}, false
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
