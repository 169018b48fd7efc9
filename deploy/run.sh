# Read by a root shell: `cd /opt/casino/current && . deploy/run.sh`. Then `run COMMAND …`, typed
# there, runs a command as the casino's user with the settings of /etc/casino/casino.env, which
# never become variables of the shell itself.
run() {
    systemd-run --quiet --pipe --wait --collect --uid=casino --gid=casino \
        -p UMask=0027 -p EnvironmentFile=/etc/casino/casino.env \
        --working-directory=/opt/casino/current "$@"
}
