# Hands the files of a job to nmf.awk. In job.json each value stands on a line of its own, and the files always have the
# same names, so that sed is enough.
folder=$(dirname "$0")
iterations=$(sed -n 's/^ *"iterations": *\([0-9]*\).*/\1/p' "$1")
awk -F, -v iterations="$iterations" -f "$folder/nmf.awk" X.csv W0.csv H0.csv || exit
echo "{\"status\": \"ok\", \"iterations\": $iterations}" > out/result.json
