"""What is said of the broker and of signs when something is wrong with them, and what to do, each by its name."""

SENTENCES = {
    "broker_fails": "The MQTT broker at {where}: {error}; {hint}.",
    "broker_doubles": "The MQTT broker at {where}: another controller bears this table's name; this one has fallen "
    "silent. Stop one of the two, restart the other.",
    "broker_stops": "The state cannot be shown: {error}; the journal of the service has the details.",
    "broker_refused": "refused by the broker: {topic} ({error})",
    "hint_start": "start it, or correct host and port",
    "hint_host": "correct the host's name",
    "hint_frozen": "it is frozen or out of reach, or something else listens there",
    "hint_password": "correct user and password, or the broker's access list",
    "hint_expired": "renew the broker's certificate (tools/certificates.sh), or put this machine's clock right",
    "hint_early": "put this machine's clock right; the certificates are of a later time",
    "hint_certificate": "correct the file of certificates (ca)",
    "hint_broke": "the link broke, the broker stopped, or another controller bears this table's name",
    "hint_log": "see the broker's log",
    "sign_no_ack": "it says what is no acknowledgement: {error}",
    "sign_stranger": "it shows a jackpot {jackpot!r}, which is not published here",
    "sign_ahead": "it shows {place}, which is ahead of this controller ({here}): another controller bears this table's "
    "name, or an older ledger was restored",
    "sign_epoch": "it shows epoch {epoch}, the ledger is of epoch {here}",
    "sign_amount": "it shows {shown} cents of {jackpot}, the amount is {cents} cents",
    "sign_misread": "it shows {glass} for {jackpot}, and was not told so",
}


def sentence(code: str, /, **facts: object) -> str:
    return SENTENCES[code].format(**facts)
