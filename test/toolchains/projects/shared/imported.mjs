import * as main from 'sms-service-client';
import * as callbacks from 'sms-service-client/callbacks';
import * as http from 'sms-service-client/http';
import * as opentelemetry from 'sms-service-client/opentelemetry';
import * as prometheus from 'sms-service-client/prometheus';
import * as replay from 'sms-service-client/replay';
import * as sandbox from 'sms-service-client/sandbox';

export const imported = { main, http, replay, sandbox, callbacks, opentelemetry, prometheus };
