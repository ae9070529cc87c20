#!/bin/sh
# Uploads the site to the old server.
set -e
rsync -a public/ old.example.org:/srv/www/
