#!/bin/sh
# A certificate authority of the casino's own, and a certificate for the broker of its tables and signs.
#
#   certificates.sh FOLDER HOST [HOST ...]
#
# HOST is each name or address by which tables and signs reach the broker. Run again, it keeps the authority and makes a
# new certificate for the broker: that is how one is renewed. ca.pem goes to every table and sign; ca.key into the safe.
set -eu

if [ $# -lt 2 ]; then
    echo "usage: $0 FOLDER HOST [HOST ...], as: $0 certs broker.casino.example 10.20.0.5" >&2
    exit 2
fi
folder=$1
shift
umask 077
mkdir -p "$folder"
cd "$folder"

names=
for host in "$@"; do
    case $host in
    *[!0-9.]*) [ "${host#*:}" = "$host" ] && kind=DNS || kind=IP ;;
    *) kind=IP ;;
    esac
    names=${names:+$names,}$kind:$host
done

if [ ! -e ca.key ]; then
    openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -noenc -days 3650 -subj "/CN=litbet authority" \
        -addext "basicConstraints=critical,CA:TRUE,pathlen:0" -addext "keyUsage=critical,keyCertSign,cRLSign" \
        -keyout ca.key -out ca.pem
fi
openssl req -newkey ec -pkeyopt ec_paramgen_curve:P-256 -noenc -subj "/CN=litbet broker" \
    -keyout litbet-broker.key -out litbet-broker.csr
cat >litbet-broker.ext <<END
basicConstraints=critical,CA:FALSE
keyUsage=critical,digitalSignature
extendedKeyUsage=serverAuth
subjectAltName=$names
END
openssl x509 -req -in litbet-broker.csr -CA ca.pem -CAkey ca.key -CAcreateserial -days 825 -sha256 \
    -extfile litbet-broker.ext -out litbet-broker.pem
rm litbet-broker.csr litbet-broker.ext
chmod 644 ca.pem litbet-broker.pem
echo "made in $folder: litbet-broker.pem and litbet-broker.key for the broker, ca.pem for every table and sign"
