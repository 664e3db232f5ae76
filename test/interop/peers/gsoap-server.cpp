// gSOAP's server with the types and stubs that wsdl2h and soapcpp2 make of our WSDL.
//
//   gsoap-server PORT FOLDER tree|graph
//
// It answers with what FOLDER/response says (scripted.ts has its form), and adds what it decoded to FOLDER/received, a
// JSON object per line. `tree` writes every value where it is used; `graph` writes a value that is used twice once,
// with an id, and refers to it with href.

#include "SmsServiceBinding.nsmap"
#include "soapH.h"

#include <cstring>
#include <fstream>
#include <iostream>
#include <map>
#include <new>
#include <sstream>
#include <string>
#include <type_traits>
#include <typeinfo>
#include <utility>
#include <vector>

static std::string folder;
static bool isGraph = false;

// ---------------------------------------------------------------------------------------------- the answer to give

struct Value {
  enum Kind { NIL, TEXT, NUMBER, LIST, STRUCT } kind = NIL;
  std::string text;
  std::vector<Value> items;
  std::vector<std::pair<std::string, Value>> fields;

  const Value* find(const std::string& name) const {
    for (const auto& field : fields) if (field.first == name) return &field.second;
    return nullptr;
  }

  /** Tells equal values from others. */
  std::string key() const {
    std::string all = std::to_string(kind) + text + '\n';
    for (const auto& item : items) all += item.key();
    for (const auto& field : fields) all += field.first + field.second.key();
    return all + '\n';
  }
};

static std::string percentDecoded(const std::string& text) {
  std::string decoded;
  for (size_t i = 0; i < text.size(); ++i) {
    if (text[i] != '%') decoded += text[i];
    else {
      decoded += static_cast<char>(std::stoi(text.substr(i + 1, 2), nullptr, 16));
      i += 2;
    }
  }
  return decoded;
}

static Value readValue(std::istream& in) {
  std::string line;
  std::getline(in, line);
  Value value;
  if (line == "[") {
    value.kind = Value::LIST;
    while (in.peek() != ']') value.items.push_back(readValue(in));
    std::getline(in, line);
  } else if (line == "{") {
    value.kind = Value::STRUCT;
    while (in.peek() != '}') {
      std::string name;
      std::getline(in, name);
      value.fields.emplace_back(name, readValue(in));
    }
    std::getline(in, line);
  } else if (line[0] == '"') {
    value.kind = Value::TEXT;
    value.text = percentDecoded(line.substr(1));
  } else if (line != "nil") {
    value.kind = Value::NUMBER;
    value.text = line;
  }
  return value;
}

// -------------------------------------------------------------------------------------------- the fields of a type

template <class V> void fieldsOf(V& v, ns1__Client& x) { v("username", x.username); v("password", x.password); }
template <class V> void fieldsOf(V& v, ns1__Number& x) {
  v("number", x.number); v("name", x.name); v("id_group", x.id_USCOREgroup);
}
template <class V> void fieldsOf(V& v, ns1__Group& x) {
  v("id", x.id); v("name", x.name); v("info", x.info); v("num_count", x.num_USCOREcount);
}
template <class V> void fieldsOf(V& v, ns1__Sms& x) {
  v("id", x.id); v("to", x.to); v("from", x.from); v("message", x.message); v("flash", x.flash); v("eco", x.eco);
  v("date", x.date); v("status", x.status); v("submitdate", x.submitdate); v("donedate", x.donedate);
}
template <class V, class S> void optionsOf(V& v, S& x) {
  v("from", x.from); v("message", x.message); v("eco", x.eco); v("date", x.date); v("single", x.single);
  v("no_unicode", x.no_USCOREunicode); v("datacoding", x.datacoding); v("id_partner", x.id_USCOREpartner);
  v("test", x.test);
}
template <class V> void fieldsOf(V& v, ns1__sms_USCOREparam& x) {
  v("to", x.to); v("arParam", x.arParam); v("idx", x.idx); optionsOf(v, x);
}
template <class V> void fieldsOf(V& v, ns1__sms_USCOREparam_USCOREext& x) {
  v("to", x.to); v("arParam", x.arParam); v("idx", x.idx); optionsOf(v, x);
  v("priority", x.priority); v("udh", x.udh);
}
template <class V> void fieldsOf(V& v, ns1__sms_USCOREmulti_USCOREparam& x) {
  v("arTo", x.arTo); v("arParams", x.arParams); v("arIdx", x.arIdx); optionsOf(v, x);
}
template <class V> void fieldsOf(V& v, ns1__Response& x) {
  v("result", x.result); v("response", x.response); v("count", x.count); v("points", x.points);
  v("description", x.description);
}

// The answers, under a name that the operations below can use.
#define ANSWER(name) ns1__soap_USCORE##name##Response
#define ANSWER_WITH(name, ...) \
  template <class V> void fieldsOf(V& v, ANSWER(name)& x) { \
    v("result", x.result); v("description", x.description); __VA_ARGS__; \
  }
ANSWER_WITH(GetSenders, v("arSenders", x.arSenders))
ANSWER_WITH(DelSchSmsById)
ANSWER_WITH(AddNumber)
ANSWER_WITH(DelNumber)
ANSWER_WITH(AddGroup, v("id_group", x.id_USCOREgroup))
ANSWER_WITH(DelGroup, v("num_count", x.num_USCOREcount))
ANSWER_WITH(GetGroups, v("arGroups", x.arGroups))
ANSWER_WITH(GetNumbers, v("arNumbers", x.arNumbers))
ANSWER_WITH(GetSmsByDate, v("arSms", x.arSms))
ANSWER_WITH(GetSmsByIds, v("arSms", x.arSms))
ANSWER_WITH(CheckPoints, v("points", x.points))
template <class V> void fieldsOf(V& v, ANSWER(SendMulti)& x) { v("Response", x.Response); }
template <class V> void fieldsOf(V& v, ANSWER(SendSms)& x) { v("response", x.response); }
template <class V> void fieldsOf(V& v, ANSWER(SendSmsExt)& x) { v("response", x.response); }

template <class T, class = void> struct IsArray : std::false_type {};
template <class T> struct IsArray<T, std::void_t<decltype(std::declval<T>().__ptr)>> : std::true_type {};

// ------------------------------------------------------------------------------------------- from the answer's values

/** Sets fields; in graph mode, equal values of one type are one value that is used several times. */
struct Fill {
  struct soap* soap;
  const Value* from;
  std::map<std::string, void*>* known;

  template <class T> void operator()(const char* name, T& field) {
    const Value* value = from->find(name);
    if (value != nullptr && value->kind != Value::NIL) set(field, *value);
  }

  void set(int& field, const Value& value) { field = std::stoi(value.text); }
  void set(float& field, const Value& value) { field = std::strtof(value.text.c_str(), nullptr); }
  void set(char*& field, const Value& value) {
    shared(field, value, [&] { return soap_strdup(soap, value.text.c_str()); });
  }
  template <class T> void set(T*& field, const Value& value) {
    shared(field, value, [&] {
      T* made = new (soap_malloc(soap, sizeof(T))) T();
      if constexpr (std::is_arithmetic_v<T>) set(*made, value);
      else {
        made->soap_default(soap);
        fill(*made, value);
      }
      return made;
    });
  }
  template <class T, class Make> void shared(T*& field, const Value& value, Make make) {
    if (!isGraph) {
      field = make();
      return;
    }
    void*& found = (*known)[std::string(typeid(T).name()) + ' ' + value.key()];
    if (found == nullptr) found = make();
    field = static_cast<T*>(found);
  }
  template <class T> void fill(T& target, const Value& value) {
    if constexpr (IsArray<T>::value) {
      using Item = std::remove_reference_t<decltype(*target.__ptr)>;
      target.__size = static_cast<int>(value.items.size());
      target.__ptr = static_cast<Item*>(soap_malloc(soap, sizeof(Item) * (value.items.size() + 1)));
      for (size_t i = 0; i < value.items.size(); ++i) {
        target.__ptr[i] = Item();
        if (value.items[i].kind != Value::NIL) set(target.__ptr[i], value.items[i]);
      }
    } else {
      Fill inside{soap, &value, known};
      fieldsOf(inside, target);
    }
  }
};

// ---------------------------------------------------------------------------------------------- what was understood

/** Writes fields as JSON; what is nil or absent is a null pointer to gSOAP, and left out. */
struct Json {
  std::ostream& out;
  bool first = true;

  template <class T> void operator()(const char* name, T& field) {
    if constexpr (std::is_pointer_v<T>) if (field == nullptr) return;
    out << (first ? "" : ",") << '"' << name << "\":";
    first = false;
    write(field);
  }

  void write(int value) { out << value; }
  void write(float value) { out << value; }
  void write(const char* text) {
    if (text == nullptr) {
      out << "null";
      return;
    }
    out << '"';
    for (const char* c = text; *c != '\0'; ++c) {
      const unsigned char byte = static_cast<unsigned char>(*c);
      char escaped[8];
      if (byte == '"' || byte == '\\') out << '\\' << *c;
      else if (byte < 0x20) {
        std::snprintf(escaped, sizeof escaped, "\\u%04x", byte);
        out << escaped;
      } else out << *c;
    }
    out << '"';
  }
  template <class T> void write(T* value) {
    if (value == nullptr) {
      out << "null";
      return;
    }
    if constexpr (std::is_arithmetic_v<T>) write(*value);
    else if constexpr (IsArray<T>::value) {
      out << '[';
      for (int i = 0; i < value->__size; ++i) {
        if (i > 0) out << ',';
        write(value->__ptr[i]);
      }
      out << ']';
    } else {
      out << '{';
      Json inside{out};
      fieldsOf(inside, *value);
      out << '}';
    }
  }
  // `char*` is a pointer to a simple type, but a text.
  void write(char* text) { write(static_cast<const char*>(text)); }
};

static std::string escaped(const std::string& text) {
  std::string xml;
  for (const char c : text) xml += c == '&' ? "&amp;" : c == '<' ? "&lt;" : c == '>' ? "&gt;" : std::string(1, c);
  return xml;
}

template <class Input, class Output>
int answer(struct soap* soap, const char* operation, Input input, Output& output) {
  {
    std::ofstream received(folder + "/received", std::ios::app);
    received << "{\"operation\":\"" << operation << "\",\"input\":{";
    Json json{received};
    input(json);
    received << "}}\n";
  }
  std::ifstream file(folder + "/response");
  const Value answer = readValue(file);
  if (const Value* fault = answer.find("fault")) {
    soap_receiver_fault(soap, soap_strdup(soap, fault->find("faultString")->text.c_str()), nullptr);
    soap->fault->faultactor = soap_strdup(soap, fault->find("faultActor")->text.c_str());
    soap->fault->detail = static_cast<SOAP_ENV__Detail*>(soap_malloc(soap, sizeof(SOAP_ENV__Detail)));
    soap_default_SOAP_ENV__Detail(soap, soap->fault->detail);
    soap->fault->detail->__any = soap_strdup(soap, escaped(fault->find("detail")->text).c_str());
    return SOAP_FAULT;
  }
  std::map<std::string, void*> known;
  Fill fill{soap, answer.find("output"), &known};
  fieldsOf(fill, output);
  return SOAP_OK;
}

// ------------------------------------------------------------------------------------------------------ operations

#define OPERATION(name, FIELDS, ...) \
  int ns1__soap_USCORE##name(struct soap* soap, ns1__Client* client __VA_ARGS__, ANSWER(name)& output) { \
    return answer(soap, "soap_" #name, [&](Json& v) { v("client", client); FIELDS; }, output); \
  }
#define AND(...) , __VA_ARGS__

OPERATION(GetSenders, )
OPERATION(DelSchSmsById, v("id", id), AND(char* id))
OPERATION(AddNumber, v("number", number), AND(ns1__Number* number))
OPERATION(DelNumber, v("number", number), AND(ns1__Number* number))
OPERATION(AddGroup, v("group", group), AND(ns1__Group* group))
OPERATION(DelGroup, v("id_group", id), AND(int id))
OPERATION(GetGroups, )
OPERATION(GetNumbers, v("id_group", id), AND(int id))
OPERATION(GetSmsByDate, v("date_from", from); v("date_to", to), AND(int from, int to))
OPERATION(GetSmsByIds, v("arIds", ids), AND(ArrayOfString* ids))
OPERATION(CheckPoints, )
OPERATION(SendMulti, v("sms_param", sms), AND(ns1__sms_USCOREmulti_USCOREparam* sms))
OPERATION(SendSms, v("sms_param", sms), AND(ns1__sms_USCOREparam* sms))
OPERATION(SendSmsExt, v("sms_param", sms), AND(ns1__sms_USCOREparam_USCOREext* sms))

int main(int, char** arguments) {
  folder = arguments[2];
  isGraph = std::strcmp(arguments[3], "graph") == 0;
  struct soap* soap = soap_new1(SOAP_C_UTFSTRING | (isGraph ? SOAP_XML_GRAPH : SOAP_XML_TREE));
  soap->bind_flags = SO_REUSEADDR;
  if (!soap_valid_socket(soap_bind(soap, "127.0.0.1", std::stoi(arguments[1]), 100))) {
    soap_print_fault(soap, stderr);
    return 1;
  }
  while (soap_valid_socket(soap_accept(soap))) {
    soap_serve(soap);
    soap_destroy(soap);
    soap_end(soap);
  }
  soap_print_fault(soap, stderr);
  return 1;
}
