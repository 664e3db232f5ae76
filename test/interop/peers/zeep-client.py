"""zeep: one JSON call {operation, input} per line in, one JSON response per line out.

Argument: the address of the WSDL.
"""

import json
import os
import sys

import zeep
from zeep import xsd
from zeep.helpers import serialize_object
from zeep.transports import Transport

SOAP_ENCODING = "http://schemas.xmlsoap.org/soap/encoding/"


class LocalTransport(Transport):
    """Takes the schema of the SOAP encoding from a file: zeep would fetch it from its public address."""

    def load(self, url):
        if url.startswith(SOAP_ENCODING):
            with open(os.path.join(os.path.dirname(__file__), "soap-encoding.xsd"), "rb") as schema:
                return schema.read()
        return super().load(url)


def prepare(value, inside_list=False):
    """Writes values the way zeep wants them: xsi:nil by name, and a list inside a list as its content."""
    if isinstance(value, dict):
        return {name: prepare(field) for name, field in value.items()}
    if isinstance(value, list):
        items = [prepare(item, inside_list=True) for item in value]
        return {"_value_1": items} if inside_list else items
    if value is None:
        # zeep takes no nil in a list; None makes an empty item there, and would leave a field out.
        return None if inside_list else xsd.Nil
    return value


def response(service, call):
    try:
        output = service[call["operation"]](**prepare(call["input"]))
        return {"output": serialize_object(output, dict)}
    except zeep.exceptions.Fault as fault:
        detail = None if fault.detail is None else "".join(fault.detail.itertext())
        return {
            "fault": {
                "faultCode": fault.code.split(":")[-1],
                "faultString": fault.message,
                "faultActor": fault.actor,
                "detail": detail,
            }
        }
    except Exception as error:  # whatever zeep refuses is a response, too
        return {"error": "%s: %s" % (type(error).__name__, error)}


def main():
    _, wsdl = sys.argv
    client = zeep.Client(wsdl, transport=LocalTransport())
    for line in sys.stdin:
        print(json.dumps(response(client.service, json.loads(line))), flush=True)


main()
