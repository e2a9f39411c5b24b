#!/usr/bin/env bash
# Starts a small Slurm cluster on this host for tests: here.sh up DIR [NODES], here.sh down DIR. Needs slurmctld, slurmd and
# slurm-client from Debian. No munge, no accounting, loopback only. Afterwards: export SLURM_CONF=DIR/slurm.conf
set -euo pipefail
verb=$1 dir=$(realpath -m "$2") nodes=${3:-2} host=$(hostname -s)
if [ "$verb" = down ]; then
  for f in "$dir"/slurmd.*.pid "$dir"/ctld.pid; do [ -f "$f" ] && kill "$(cat "$f")" 2>/dev/null || true; done
  exit 0
fi
mkdir -p "$dir"/state "$dir"/log
for i in $(seq "$nodes"); do mkdir -p "$dir/spool/n$i"; done
cat > "$dir/slurm.conf" <<CONF
ClusterName=here
SlurmctldHost=$host(127.0.0.1)
AuthType=auth/none
CredType=cred/none
SlurmUser=$(id -un)
SlurmdUser=$(id -un)
StateSaveLocation=$dir/state
SlurmdSpoolDir=$dir/spool/%n
SlurmctldPidFile=$dir/ctld.pid
SlurmdPidFile=$dir/slurmd.%n.pid
SlurmctldLogFile=$dir/log/ctld.log
SlurmdLogFile=$dir/log/%n.log
SlurmctldPort=${SLURM_HERE_PORT:-16817}
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
JobAcctGatherType=jobacct_gather/none
AccountingStorageType=accounting_storage/none
SelectType=select/cons_tres
SelectTypeParameters=CR_CPU
MaxArraySize=${SLURM_HERE_ARRAY:-1001}
KillWait=5
SwitchType=switch/none
MpiDefault=none
ReturnToService=2
SlurmdParameters=config_overrides
$(for i in $(seq "$nodes"); do echo "NodeName=n$i NodeHostname=$host NodeAddr=127.0.0.1 Port=$((${SLURM_HERE_NODE_PORT:-16900}+i)) CPUs=2 RealMemory=4000 State=UNKNOWN"; done)
PartitionName=p Nodes=ALL Default=YES MaxTime=INFINITE State=UP
CONF
export SLURM_CONF=$dir/slurm.conf
slurmctld -f "$SLURM_CONF"
for i in $(seq "$nodes"); do slurmd -f "$SLURM_CONF" -N "n$i"; done
for _ in $(seq 50); do sinfo -h -o %t 2>/dev/null | grep -q idle && break; sleep 0.2; done
sinfo
