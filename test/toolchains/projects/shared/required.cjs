exports.required = {
  main: require('sms-service-client'),
  http: require('sms-service-client/http'),
  replay: require('sms-service-client/replay'),
  sandbox: require('sms-service-client/sandbox'),
  callbacks: require('sms-service-client/callbacks'),
  opentelemetry: require('sms-service-client/opentelemetry'),
  prometheus: require('sms-service-client/prometheus'),
};
