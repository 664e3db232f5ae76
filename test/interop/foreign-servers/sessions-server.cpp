// gSOAP's server with the types and stubs that wsdl2h and soapcpp2 make of sessions.wsdl: its headers are read and
// written by gSOAP.
//
//   sessions-server PORT

#include "SessionsBinding.nsmap"
#include "soapH.h"

#include <cstdlib>
#include <string>

static ns1__Session* session(struct soap* soap, const std::string& token, int calls) {
  ns1__Session* made = soap_new_ns1__Session(soap);
  made->token = token;
  made->calls = calls;
  return made;
}

/** Headers that answer; what arrived in them is gone after this. */
static void answerWith(struct soap* soap, ns1__Session* session, std::string* trace) {
  soap->header = soap_new_SOAP_ENV__Header(soap);
  soap->header->ns1__session = session;
  soap->header->ns1__trace = trace;
}

int ns1__open(struct soap* soap, std::string user, std::string& greeting) {
  const bool isTraced = soap->header != nullptr && soap->header->ns1__trace != nullptr;
  greeting = "Hello, " + user + (isTraced ? ", traced as " + *soap->header->ns1__trace : "");
  answerWith(soap, session(soap, "token of " + user, 0), nullptr);
  return SOAP_OK;
}

int ns1__count(struct soap* soap, int& count) {
  if (soap->header == nullptr || soap->header->ns1__session == nullptr) {
    return soap_sender_fault(soap, "There is no session", nullptr);
  }
  const ns1__Session* given = soap->header->ns1__session;
  std::string* trace = soap->header->ns1__trace;
  count = given->calls + 1;
  answerWith(soap, session(soap, given->token, count), trace);
  return SOAP_OK;
}

int ns1__raise(struct soap*, ns1__Level from, ns1__raiseResponse& response) {
  response.to = from;
  return SOAP_OK;
}

int main(int, char** arguments) {
  struct soap* soap = soap_new1(SOAP_C_UTFSTRING | SOAP_XML_TREE);
  soap->bind_flags = SO_REUSEADDR;
  if (!soap_valid_socket(soap_bind(soap, "127.0.0.1", std::atoi(arguments[1]), 100))) return 1;
  while (soap_valid_socket(soap_accept(soap))) {
    soap_serve(soap);
    soap_destroy(soap);
    soap_end(soap);
  }
  return 0;
}
