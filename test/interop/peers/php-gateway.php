<?php

declare(strict_types=1);

/** Why the gateway says no: its code (sections 3 and 7 of the specification) and its words. */
final class Refusal extends Exception
{
}

/**
 * A small gateway with accounts, groups, numbers, points and messages; one method per operation.
 * Written from the specification, without a look at the sandbox: the two must not share mistakes.
 */
final class Gateway
{
    private const POINTS_PER_PART = 0.16;
    private const QUEUE = 409;
    private const SENT = 403;

    public function __construct(private array &$state)
    {
    }

    public function soap_GetSenders(?stdClass $client): array
    {
        return $this->response($client, fn (array &$account) => ['arSenders' => $account['senders']]);
    }

    public function soap_CheckPoints(?stdClass $client): array
    {
        return $this->response($client, fn (array &$account) => ['points' => (float) $account['points']]);
    }

    public function soap_GetGroups(?stdClass $client): array
    {
        return $this->response($client, fn (array &$account) => ['arGroups' => array_map(static fn (array $group) => [
            'id' => (string) $group['id'],
            'name' => $group['name'],
            'info' => $group['info'],
            'num_count' => count($group['numbers']),
        ], $account['groups'])]);
    }

    public function soap_AddGroup(?stdClass $client, ?stdClass $group): array
    {
        return $this->response($client, function (array &$account) use ($group) {
            $name = $group->name ?? '';
            if (in_array($name, array_column($account['groups'], 'name'), true)) {
                throw new Refusal("Grupa już istnieje: $name", 4116);
            }
            $this->state['groupsMade'] += 1;
            $id = 1000 + $this->state['groupsMade'];
            $account['groups'][] = ['id' => $id, 'name' => $name, 'info' => $group->info ?? null, 'numbers' => []];
            return ['id_group' => $id];
        });
    }

    public function soap_DelGroup(?stdClass $client, ?int $id_group): array
    {
        return $this->response($client, function (array &$account) use ($id_group) {
            $index = $this->groupIndex($account, $id_group);
            [$removed] = array_splice($account['groups'], $index, 1);
            return ['num_count' => count($removed['numbers'])];
        });
    }

    public function soap_GetNumbers(?stdClass $client, ?int $id_group): array
    {
        return $this->response($client, function (array &$account) use ($id_group) {
            $group = $account['groups'][$this->groupIndex($account, $id_group)];
            return ['arNumbers' => array_map(
                static fn (array $number) => $number + ['id_group' => $group['id']],
                $group['numbers'],
            )];
        });
    }

    public function soap_AddNumber(?stdClass $client, ?stdClass $number): array
    {
        return $this->response($client, function (array &$account) use ($number) {
            $index = $this->groupIndex($account, $number->id_group ?? null);
            if (!$this->isNumber($number->number ?? '')) {
                throw new Refusal('Brak poprawnych numerów', 13);
            }
            $account['groups'][$index]['numbers'][] = ['number' => $number->number, 'name' => $number->name ?? null];
            return [];
        });
    }

    public function soap_DelNumber(?stdClass $client, ?stdClass $number): array
    {
        return $this->response($client, function (array &$account) use ($number) {
            $index = $this->groupIndex($account, $number->id_group ?? null);
            $position = array_search($number->number ?? null, array_column($account['groups'][$index]['numbers'], 'number'), true);
            if ($position === false) {
                throw new Refusal('Nie ma takiego numeru', 4200);
            }
            array_splice($account['groups'][$index]['numbers'], $position, 1);
            return [];
        });
    }

    public function soap_GetSmsByDate(?stdClass $client, ?int $date_from, ?int $date_to): array
    {
        return $this->response($client, fn (array &$account) => ['arSms' => array_values(array_filter(
            $account['messages'],
            static fn (array $sms) => $sms['date'] >= $date_from && $sms['date'] <= $date_to,
        ))]);
    }

    public function soap_GetSmsByIds(?stdClass $client, ?array $arIds): array
    {
        return $this->response($client, fn (array &$account) => ['arSms' => array_values(array_filter(
            $account['messages'],
            static fn (array $sms) => in_array($sms['id'], $arIds ?? [], true),
        ))]);
    }

    public function soap_DelSchSmsById(?stdClass $client, ?string $id): array
    {
        return $this->response($client, function (array &$account) use ($id) {
            $position = array_search($id, array_column($account['messages'], 'id'), true);
            if ($position === false) {
                throw new Refusal("Nieznane id: $id", 301);
            }
            if ($account['messages'][$position]['date'] <= $this->state['clock']) {
                throw new Refusal('Nie ma czego usunąć', 75);
            }
            array_splice($account['messages'], $position, 1);
            return [];
        });
    }

    public function soap_SendSms(?stdClass $client, ?stdClass $sms_param): array
    {
        return $this->send($client, $sms_param, [$sms_param->to ?? ''], [$sms_param->arParam ?? []], [$sms_param->idx ?? null]);
    }

    public function soap_SendSmsExt(?stdClass $client, ?stdClass $sms_param): array
    {
        return $this->soap_SendSms($client, $sms_param);
    }

    public function soap_SendMulti(?stdClass $client, ?stdClass $sms_param): array
    {
        return $this->send($client, $sms_param, $sms_param->arTo ?? [], $sms_param->arParams ?? [], $sms_param->arIdx ?? []);
    }

    /** Sends one text to each recipient: all of them or none. */
    private function send(?stdClass $client, ?stdClass $sms, array $to, array $params, array $idx): array
    {
        return $this->response($client, function (array &$account) use ($sms, $to, $params, $idx) {
            foreach ([$params, $idx] as $perRecipient) {
                if ($perRecipient !== [] && count($perRecipient) !== count($to)) {
                    throw new Refusal('Liczba parametrów różni się od liczby odbiorców', 18);
                }
            }
            $valid = array_filter($to, $this->isNumber(...));
            if ($valid === []) {
                throw new Refusal('Brak poprawnych numerów', 13);
            }
            $sender = $sms->from ?? '';
            if ($sender !== '' && !in_array($sender, $account['senders'], true)) {
                throw new Refusal("Nieznany nadawca: $sender", 14);
            }
            $messages = [];
            $price = 0.0;
            foreach ($valid as $index => $number) {
                $text = $this->fillIn($sms->message ?? '', $params[$index] ?? []);
                $parts = $this->countParts($text, $sms);
                $points = round(self::POINTS_PER_PART * $parts, 2);
                $price = round($price + $points, 2);
                $messages[] = $this->message(count($messages), $number, $text, $sms) + ['points' => $points];
            }
            if ($price > $account['points']) {
                throw new Refusal('Za mało punktów', 103);
            }
            $response = array_map(
                static fn (array $m) => "OK:{$m['id']}:{$m['points']}:{$m['to']}",
                $messages,
            );
            if (($sms->test ?? 0) !== 1) {
                $this->state['sent'] += count($messages);
                $account['points'] = round($account['points'] - $price, 2);
                foreach ($messages as $message) {
                    unset($message['points']);
                    $account['messages'][] = $message;
                }
            }
            return ['response' => $response, 'count' => count($messages), 'points' => $price];
        }, ['response' => [], 'count' => 0, 'points' => 0.0]);
    }

    private function message(int $offset, string $number, string $text, stdClass $sms): array
    {
        $now = $this->state['clock'];
        $date = $sms->date ?? 0;
        $isScheduled = $date > $now;
        return [
            'id' => 'n' . ($this->state['sent'] + $offset + 1),
            'to' => strlen($number) === 9 ? "48$number" : $number,
            'from' => $sms->from ?? '',
            'message' => $text,
            'flash' => 0,
            'eco' => $sms->eco ?? 0,
            'date' => $isScheduled ? $date : $now,
            'status' => $isScheduled ? self::QUEUE : self::SENT,
            'submitdate' => $isScheduled ? null : $now,
            'donedate' => null,
        ];
    }

    private function fillIn(string $text, array $values): string
    {
        foreach ($values as $index => $value) {
            $text = str_replace('[%' . ($index + 1) . '%]', $value ?? '', $text);
        }
        return $text;
    }

    /** Section 4.1: 160 or 70 characters in one part, 153 or 67 in each of several. */
    private function countParts(string $text, stdClass $sms): int
    {
        if ($text === '') {
            throw new Refusal('Pusta wiadomość', 11);
        }
        $isSpecial = preg_match('/[^\x0A\x0D\x20-\x7E]/u', $text) === 1;
        if ($isSpecial && ($sms->no_unicode ?? 0) === 1) {
            throw new Refusal('Znaki specjalne w wiadomości', 11);
        }
        $length = strlen(iconv('UTF-8', 'UTF-16LE', $text)) / 2;
        [$whole, $part] = $isSpecial ? [70, 67] : [160, 153];
        $parts = $length <= $whole ? 1 : (int) ceil($length / $part);
        if ($parts > 1 && ($sms->single ?? 0) === 1) {
            throw new Refusal('Wiadomość jest za długa', 12);
        }
        return $parts;
    }

    private function isNumber(?string $number): bool
    {
        return preg_match('/^(48)?[5-8][0-9]{8}$/D', $number ?? '') === 1;
    }

    private function groupIndex(array $account, ?int $id): int
    {
        $index = array_search($id, array_column($account['groups'], 'id'), true);
        return $index === false ? throw new Refusal("Nie ma grupy o id $id", 40) : $index;
    }

    /**
     * Finds the account, does the work, and puts result and description around it.
     *
     * @param array $onRefusal output fields of a failure; parts that are left out go out as nil
     */
    private function response(?stdClass $client, Closure $work, array $onRefusal = []): array
    {
        $username = $client->username ?? null;
        if ($username === 'fault') {
            throw new SoapFault('Server', 'Awaria bramki: ąćęłńóśźż & <b>', 'urn:bramka', 'Szczegóły & <przyczyna>');
        }
        if ($username === 'fault 😀') {
            throw new SoapFault('Server', 'Awaria 😀', 'urn:bramka', '𝕊 ą');
        }
        foreach ($this->state['accounts'] as &$account) {
            if ($account['username'] !== $username || $account['password'] !== ($client->password ?? null)) {
                continue;
            }
            try {
                return ['result' => 0, 'description' => 'Żądanie przyjęto & wykonano'] + $work($account);
            } catch (Refusal $refusal) {
                return ['result' => $refusal->getCode(), 'description' => $refusal->getMessage()] + $onRefusal;
            }
        }
        return ['result' => 101, 'description' => 'Błędny <login> lub "hasło"'] + $onRefusal;
    }
}
