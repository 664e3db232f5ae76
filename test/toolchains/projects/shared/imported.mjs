import * as main from 'sms-service-client';
import * as callbacks from 'sms-service-client/callbacks';
import * as http from 'sms-service-client/http';
import * as replay from 'sms-service-client/replay';
import * as sandbox from 'sms-service-client/sandbox';

export const imported = { main, http, replay, sandbox, callbacks };
