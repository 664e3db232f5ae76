import { subscribe, unsubscribe } from 'node:diagnostics_channel';

/** Makes a span of every attempt of every client in this process; gives back what ends that. */
export function traceSmsService(tracer) {
  const onAttempt = ({ type, operation, address, attempt, durationMs, requestBytes, ...facts }) => {
    const end = Date.now();
    const attributes = {
      'rpc.method': operation,
      'url.full': address,
      'http.request.body.size': requestBytes,
      'http.request.resend_count': attempt - 1,
      ...(facts.status !== undefined && { 'http.response.status_code': facts.status }),
      ...(facts.responseBytes !== undefined && { 'http.response.body.size': facts.responseBytes }),
      ...(type === 'error' && { 'error.type': facts.code, 'sms_service.outcome': facts.outcome }),
      ...(facts.result !== undefined && { 'sms_service.result': facts.result }),
    };
    const CLIENT = 2; // SpanKind.CLIENT
    const span = tracer.startSpan(operation, { kind: CLIENT, startTime: end - durationMs, attributes });
    if (type === 'error') span.setStatus({ code: 2 }); // SpanStatusCode.ERROR
    span.end(end);
  };
  const channels = ['sms-service-client:response', 'sms-service-client:error'];
  for (const channel of channels) subscribe(channel, onAttempt);
  return () => {
    for (const channel of channels) unsubscribe(channel, onAttempt);
  };
}
