"""Makes HTTP requests with Python's requests, given as a JSON list, and prints the responses as one."""
import json
import sys

import requests

responses = []
for given in json.load(sys.stdin):
    upload = given.get('file')
    response = requests.request(
        given['method'],
        given['url'],
        headers=given.get('headers'),
        params=given.get('query'),
        data=given.get('form'),
        json=given.get('json'),
        files=upload and {upload['field']: (upload['name'], upload['text'].encode('latin-1'))},
    )
    responses.append({'status': response.status_code, 'text': response.text})
json.dump(responses, sys.stdout)
