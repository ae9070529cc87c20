from mailroom import parcels, ledger


def receive(request):
    user = request.user
    ledger.note("in", user)
    return parcels.take(user)


def hand_over(request):
    user = request.user
    ledger.note("out", user)
    return parcels.give(user)


def list_all(request):
    return parcels.everything()
