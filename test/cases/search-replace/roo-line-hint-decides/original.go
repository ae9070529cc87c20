package api

import "net/http"

func listUsers(w http.ResponseWriter, r *http.Request) {
	users, err := store.Users(r.Context())
	if err != nil {
		http.Error(w, "internal error", 500)
		return
	}
	writeJSON(w, users)
}

func listTeams(w http.ResponseWriter, r *http.Request) {
	teams, err := store.Teams(r.Context())
	if err != nil {
		http.Error(w, "internal error", 500)
		return
	}
	writeJSON(w, teams)
}
