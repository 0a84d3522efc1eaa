// The operations page: polls the developer console "sms" and shows its figures. They are set as text, never as HTML, and
// only if they have changed, so that nothing moves while it is read or selected.

const FIGURES = new URL("figures", import.meta.url);
const POLL_MILLIS = 1000;
const POLL_MILLIS_HIDDEN = 10_000;
const TIMEOUT_MILLIS = 5000;
const RATE_WINDOW_MILLIS = 10_000;
const TREND_MILLIS = 120_000;
const MAX_ROWS = 10;

const STATES = {
  RUNNING: {
    word: "Running", order: 0, icon: "M4 2.5v11l9-5.5z", remedy: "",
  },
  UNUSED: {
    word: "Not used", order: 0, icon: "M8 2a6 6 0 1 0 0 12A6 6 0 0 0 8 2zm0 2a4 4 0 1 1 0 8 4 4 0 0 1 0-8z", remedy: "",
  },
  SUSPENDED: {
    word: "Suspended", order: 1, icon: "M4 3h3v10H4zM9 3h3v10H9z",
    trouble: "Sending is suspended.",
    remedy: "Messages wait until their delivery timeout. To continue, call the component's JMX operation resumeSending.",
  },
  THROTTLED: {
    word: "Throttled", order: 2, icon: "M8 1.5 15.5 14.5H.5zM7.2 6v4.2h1.6V6zm0 5.3v1.7h1.6v-1.7z",
    remedy: "Messages wait. Another sender probably uses this account: stop it, or divide requestsPerSecond. Otherwise compare "
      + "requestsPerSecond with the contract.",
  },
  TROUBLED: {
    word: "Troubled", order: 3, icon: "M8 1.5 15.5 14.5H.5zM7.2 6v4.2h1.6V6zm0 5.3v1.7h1.6v-1.7z",
    remedy: "Messages wait and are retried automatically; no restart is needed. If there is no connection, check address, "
      + "network, TLS and proxy. Otherwise ask the provider.",
  },
  HALTED: {
    word: "Halted", order: 4, icon: "M3 3h10v10H3z",
    remedy: "Messages are not sent, except for one probe per minute. Correct user name and password and restart, or ask the "
      + "provider to unblock the account.",
  },
};

const RESULTS = {
  PROCESSED: "Successful",
  THROTTLED: "Throttled (429)",
  UNAUTHORIZED: "Credentials rejected",
  NOT_UNDERSTOOD: "Request not understood",
  NOT_CONNECTED: "No connection",
  UNKNOWN: "No usable response",
};

const COLUMNS = { PROCESSED: "accepted", UNKNOWN: "unknown" };

const KINDS = {
  THROTTLED: "Throttled (429)",
  UNREACHABLE: "No connection",
  HALTED: "Credentials rejected",
  NO_USABLE_RESPONSE: "No usable responses",
  UNKNOWN: "Outcome unknown",
  STATUSES: "Poll failed",
  STORE: "Message store failed",
  POLICY: "Policy failed",
  INTERNAL: "Internal error",
};

const UNDELIVERED = ["NOT_DELIVERED", "DUPLICATED", "INVALID_DESTINATION_ADDRESS", "BLACKLIST", "MESSAGE_CANCELLED",
  "INVALID_MESSAGE_FORMAT", "GENERAL_ERROR"];

const integers = new Intl.NumberFormat("en");
const decimals = new Intl.NumberFormat("en", { maximumFractionDigits: 1 });
const clock = new Intl.DateTimeFormat("en-GB", { hour: "2-digit", minute: "2-digit", second: "2-digit" });
const calendar = new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "short" });

/** Each account by its name, with what must be kept between polls. */
const accounts = new Map();
let lastAccountId = 0;
let lastResponse = null;
let silentSince = null;

const byId = id => document.getElementById(id);

function put(element, text) {
  if (element.textContent !== text) {
    element.textContent = text;
  }
}

function element(name, text, className) {
  const created = document.createElement(name);
  created.textContent = text;
  if (className) {
    created.className = className;
  }
  return created;
}

function announce(text) {
  put(byId("announcement"), text);
}

// ---- words -----------------------------------------------------------------------------------------------------------

function count(number, one, many = one + "s") {
  return `${integers.format(number)} ${number === 1 ? one : many}`;
}

function duration(millis) {
  if (millis < 1000) {
    return `${Math.round(millis)} ms`;
  }
  if (millis < 9950) {
    return `${decimals.format(millis / 1000)} s`;
  }
  const seconds = Math.round(millis / 1000);
  if (seconds < 120) {
    return `${seconds} s`;
  }
  if (seconds < 7200) {
    return `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
  }
  return `${Math.floor(seconds / 3600)} h ${Math.floor(seconds / 60) % 60} min`;
}

function timeOf(instant) {
  const date = new Date(instant);
  const today = new Date().toDateString() === date.toDateString();
  return today ? clock.format(date) : `${calendar.format(date)} ${clock.format(date)}`;
}

function time(instant) {
  const created = element("time", timeOf(instant));
  created.dateTime = instant;
  return created;
}

function words(constant) {
  return constant.charAt(0) + constant.slice(1).toLowerCase().replaceAll("_", " ");
}

// ---- one account -----------------------------------------------------------------------------------------------------

class Account {
  constructor(name) {
    const section = byId("account").content.firstElementChild.cloneNode(true);
    this.section = section;
    this.fields = {};
    section.querySelectorAll("[data-field]").forEach(field => {
      this.fields[field.dataset.field] = field;
    });
    this.name = name;
    this.state = null;
    this.samples = [];
    this.rates = [];
    this.tables = {};
    const id = `account-${++lastAccountId}`;
    this.fields.account.id = id;
    section.setAttribute("aria-labelledby", id);
    put(this.fields.account, name);
    byId("figures").append(section);
    this.link = document.createElement("li");
    this.link.append(element("a", name), element("span", ""));
    this.link.firstChild.href = `#${id}`;
    this.fields.account.tabIndex = -1;
    byId("accounts").firstElementChild.append(this.link);
  }

  show(report) {
    const now = Date.parse(report.time);
    this.showState(report);
    this.showDoubt(report);
    this.showFunnel(report);
    this.showPace(report, now);
    this.showBacklog(report);
    this.showFill(report);
    this.showFiles(report);
    this.showNotReached(report);
    this.showTables(report);
    this.showPoll(report.statuses, now);
  }

  text(field, text) {
    put(this.fields[field], text);
  }

  width(field, share) {
    this.fields[field].style.inlineSize = `${Math.min(100, Math.max(0, 100 * share)).toFixed(1)}%`;
  }

  showState(report) {
    const state = STATES[report.sending] ?? STATES.UNUSED;
    const trouble = upperFirst(report.trouble ?? state.trouble ?? "");
    this.text("state", state.word);
    this.text("sentence", sentence(report));
    this.text("trouble", trouble);
    this.text("remedy", state.remedy);
    this.fields.notice.hidden = !state.remedy;
    if (this.state !== report.sending) {
      this.section.dataset.state = report.sending;
      this.fields.icon.setAttribute("d", state.icon);
      put(this.link.lastChild, state.word);
      if (this.state !== null || state.order > 0) {
        announce(`${this.name}: ${state.word}. ${trouble} ${state.remedy}`.trim());
      }
      this.state = report.sending;
    }
  }

  /** Messages of unknown outcome in the message store. */
  showDoubt({ store }) {
    const { UNKNOWN: unknown = 0, PARKED: parked = 0 } = store?.messages ?? {};
    const parts = [];
    if (parked) {
      parts.push(`${count(parked, "message")} parked: the service has no record`);
    }
    if (unknown) {
      parts.push(`${count(unknown, "message")} of unknown outcome`);
    }
    this.fields.doubt.hidden = parts.length === 0;
    this.text("doubtText", parts.join(" · "));
    this.text("doubtRemedy", parked
      ? "Send parked messages with sms:messages and operation=resend, or settle them with operation=settle. The log has their ids."
      : "They are looked up by date automatically; no action is needed.");
  }

  showFunnel({ queue, backlog, messages, requests, statuses, store }) {
    const pending = backlog.messages - (queue?.heldBack ?? 0);
    const delivered = statuses.byStatus.DELIVERED ?? 0;
    const undelivered = UNDELIVERED.reduce((sum, status) => sum + (statuses.byStatus[status] ?? 0), 0);
    this.text("pending", integers.format(pending));
    const where = store ? "in the queue and the message store" : "in the queue";
    this.text("pendingNote", queue?.heldBack ? `${where}, plus ${integers.format(queue.heldBack)} held back` : where);
    this.text("inFlight", integers.format(requests.inFlight));
    this.text("inFlightNote", `${requests.inFlight === 1 ? "request" : "requests"} without a response yet`);
    this.text("accepted", integers.format(messages.accepted));
    this.text("delivered", integers.format(delivered));
    this.text("deliveredNote", "by delivery status");
    this.text("notSent", integers.format(messages.notSent));
    this.text("rejected", integers.format(messages.rejected));
    this.text("unknown", integers.format(messages.unknown));
    this.text("unknownNote", messages.unknown && !store ? "not retried: look them up by date" : "may or may not have been sent");
    this.text("undelivered", integers.format(undelivered));
    for (const field of ["notSent", "rejected", "unknown", "undelivered"]) {
      this.fields[field].parentElement.classList.toggle("zero", this.fields[field].textContent === "0");
    }
    // Statuses can be of messages from before the start, so that more are delivered than accepted.
    const parts = {
      delivered: Math.min(delivered, messages.accepted),
      accepted: Math.max(0, messages.accepted - delivered),
      rejected: messages.rejected,
      unknown: messages.unknown,
      notsent: messages.notSent,
      pending,
    };
    for (const [name, part] of Object.entries(parts)) {
      this.section.querySelector(`.tall .${name}`).style.flexGrow = part;
    }
  }

  showPace({ slot, messages, requests, lastRequests }, now) {
    const sent = messages.accepted + messages.rejected + messages.unknown;
    const rate = this.rate(sent, requests.ended, lastRequests, now);
    const allowed = slot?.messagesPerSecondAllowed ?? 0;
    this.rates = this.rates.filter(sample => sample.at > now - TREND_MILLIS);
    this.rates.push(...missedRates(lastRequests, this.rates.at(-1)?.at, now), { at: now, rate });
    this.text("rate", integers.format(Math.round(rate)));
    this.text("rateOf", allowed ? `of ${integers.format(Math.round(allowed))} allowed` : "");
    this.text("rateNote", slot
      ? `Interval between requests: ${duration(slot.usualGapMillis)} recently, at least ${duration(slot.intervalMillis)}`
      : "Nothing has been sent yet");
    this.width("rateBar", allowed ? rate / allowed : 0);
    this.showTrend(Math.max(allowed, ...this.rates.map(sample => sample.rate), 1) * 1.1, allowed, now);
  }

  /**
   * Returns the recent messages per second: between the departures of the last requests, or between polls if there are more
   * requests than the list has.
   */
  rate(sent, ended, lastRequests, now) {
    this.samples = this.samples.filter(sample => sample.at > now - RATE_WINDOW_MILLIS && sample.sent <= sent);
    this.samples.push({ at: now, sent });
    const first = this.samples[0];
    const listIsTooShort = lastRequests.length < ended
      && lastRequests.every(request => departureOf(request) > now - RATE_WINDOW_MILLIS);
    if (listIsTooShort && now - first.at >= 3 * POLL_MILLIS) {
      return 1000 * (sent - first.sent) / (now - first.at);
    }
    return recentRate(lastRequests, now);
  }

  showTrend(top, limit, now) {
    const x = at => (120 - (now - at) / TREND_MILLIS * 120).toFixed(1);
    const y = rate => (31 - rate / top * 30).toFixed(1);
    const points = this.rates.map(sample => `${x(sample.at)} ${y(sample.rate)}`);
    const line = `M${points.join("L")}`;
    this.fields.trendLine.setAttribute("d", line);
    this.fields.trendArea.setAttribute("d", `${line}V31H${x(this.rates[0].at)}Z`);
    this.fields.trendLimit.setAttribute("y1", y(limit));
    this.fields.trendLimit.setAttribute("y2", y(limit));
  }

  showBacklog(report) {
    const { queue, slot, backlog, store } = report;
    const waiting = backlog.messages;
    const isMoving = (report.sending === "RUNNING" || report.sending === "UNUSED") && backlog.drainMillis !== null;
    if (!waiting) {
      this.text("timeLeft", "0 s");
      this.text("timeLeftOf", "nothing waits");
    } else if (isMoving) {
      const end = new Date(Date.parse(report.time) + backlog.drainMillis).toISOString();
      this.text("timeLeft", duration(Math.max(1000, backlog.drainMillis)));
      this.text("timeLeftOf", `to drain, until about ${timeOf(end)}`);
    } else {
      this.text("timeLeft", "–");
      this.text("timeLeftOf", "unknown while nothing is sent");
    }
    this.width("backlogBar", queue ? queue.pending / queue.bound : 0);
    this.text("queue", queue ? `${integers.format(queue.pending)} of ${integers.format(queue.bound)}` : "0");
    this.text("heldBack", queue ? integers.format(queue.heldBack) : "0");
    this.fields.storedRow.hidden = !store;
    this.text("stored", store ? storedOf(store) : "");
    this.fields.scheduledRow.hidden = !backlog.scheduled;
    this.text("scheduled", integers.format(backlog.scheduled));
    this.text("oldest", waiting ? duration(backlog.oldestMillis) : "–");
    this.text("slot", nextRequest(report, slot));
  }

  showFill({ slot, requests, lastRequests }) {
    const size = slot?.batchSize ?? 0;
    const last = lastRequests[0];
    this.text("fill", last ? integers.format(last.messages) : "–");
    this.text("fillOf", last && size ? `of ${integers.format(size)} in the last request` : "no request yet");
    this.text("fillNote", requests.ended
      ? `Last ${lastRequests.length === 1 ? "request" : `${lastRequests.length} requests`}; `
        + `${decimals.format(requests.messagesEach)} messages per request since the start`
      : "");
    this.rows("columns", lastRequests, () => this.fields.fillColumns.replaceChildren(
      ...lastRequests.toReversed().map(request => {
        const column = element("i", "", COLUMNS[request.result] ?? "notsent");
        column.style.blockSize = `${(100 * request.messages / Math.max(size, request.messages, 1)).toFixed(1)}%`;
        return column;
      })));
  }

  showTables({ messages, requests, lastRequests, lastErrors, statuses }) {
    this.text("byResult", Object.entries(requests.byResult).filter(([, number]) => number > 0)
      .map(([result, number]) => `${integers.format(number)} ${lowerFirst(RESULTS[result] ?? words(result))}`).join(" · "));
    this.table("errors", "noErrors", lastErrors.slice(0, MAX_ROWS), error => [
      element("td", ""), element("td", KINDS[error.kind] ?? words(error.kind)), element("td", error.reason, "long"),
    ], error => error.time);
    this.table("requests", "noRequests", lastRequests.slice(0, MAX_ROWS), request => [
      element("td", ""),
      element("td", RESULTS[request.result] ?? words(request.result)),
      element("td", messagesOf(request)),
      element("td", duration(request.millis), "number"),
    ], request => request.time);
    this.table("rejections", "noRejections", most(messages.rejectedByReason), ([reason, number]) => [
      rowHeader(words(reason)), element("td", integers.format(number), "number"),
    ]);
    this.table("statuses", "noStatuses", most(statuses.byStatus), ([status, number]) => [
      rowHeader(words(status)), element("td", integers.format(number), "number"),
    ]);
  }

  /** Files with messages of the account, if the application reads any. */
  showFiles({ files }) {
    this.fields.filesCard.hidden = !files?.length;
    this.table("files", null, files ?? [], file => {
      const ended = file.accepted + file.rejected + file.notSent + file.unknown;
      return [
        rowHeader(file.file),
        progress(file, ended),
        element("td", fileOutcomes(file)),
        element("td", fileDelivery(file)),
        element("td", timeLeft(file), "number"),
      ];
    });
  }

  /** Recipients that no message has reached. */
  showNotReached({ notReached }) {
    this.fields.notReachedCard.hidden = !notReached?.total;
    if (!notReached?.total) {
      return;
    }
    const { total, byReason = [], latest = [] } = notReached;
    this.text("notReached", integers.format(total));
    this.text("notReachedOf", total === 1 ? "recipient" : "recipients");
    this.table("notReachedReasons", null, byReason, ({ reason, count: number }) => [
      rowHeader(words(reason)), element("td", integers.format(number), "number"),
    ]);
    this.table("notReachedLatest", null, latest.slice(0, MAX_ROWS), ({ destination, file, line, reason }) => [
      element("td", ""), element("td", destination), element("td", place(file, line), "long"), element("td", words(reason), "long"),
    ], each => each.time);
  }

  showPoll(statuses, now) {
    const parts = [statuses.lastPoll
      ? `Last poll ${duration(Math.max(0, now - Date.parse(statuses.lastPoll)))} ago`
      : "No poll has succeeded yet"];
    if (statuses.failedPolls) {
      parts.push(`${count(statuses.failedPolls, "poll")} failed`);
    }
    if (statuses.held) {
      parts.push(`${count(statuses.held, "status", "statuses")} not routed yet`);
    }
    this.text("lastPoll", parts.join(" · "));
  }

  table(field, noneField, elements, cells, instantOf) {
    this.rows(field, elements, () => {
      this.fields[field].hidden = elements.length === 0;
      if (noneField) {
        this.fields[noneField].hidden = elements.length > 0;
      }
      this.fields[field].tBodies[0].replaceChildren(...elements.map(each => {
        const row = document.createElement("tr");
        row.append(...cells(each));
        if (instantOf) {
          row.firstChild.append(time(instantOf(each)));
        }
        return row;
      }));
    });
  }

  /** Rebuilds rows only if their elements have changed. */
  rows(name, elements, build) {
    const seen = JSON.stringify(elements);
    if (this.tables[name] !== seen) {
      this.tables[name] = seen;
      build();
    }
  }

  remove() {
    this.section.remove();
    this.link.remove();
  }
}

function sentence({ sending, backlog, store }) {
  const { messages: waiting, drainMillis: drain, oldestMillis: oldest } = backlog;
  const pending = waiting ? `${count(waiting, "message")} pending` : "No messages pending";
  if (sending === "UNUSED" && !waiting) {
    return "Nothing has been sent since the start.";
  }
  const parts = [pending];
  if (sending === "RUNNING" && waiting) {
    parts.push(`about ${duration(Math.max(1000, drain))} to drain`);
  }
  if (waiting && store) {
    parts.push(`the oldest for ${duration(oldest)}`);
  }
  return `${parts.join("; ")}.`;
}

function storedOf({ messages }) {
  const { WAITING: waiting, SENDING: sending = 0 } = messages;
  if (waiting === undefined) {
    return "not counted yet";
  }
  return sending ? `${integers.format(waiting)} waiting, ${integers.format(sending)} sending` : `${integers.format(waiting)} waiting`;
}

function nextRequest(report, slot) {
  if (!slot || report.sending === "SUSPENDED" || report.sending === "HALTED") {
    return "–";
  }
  if (slot.opensInMillis === null) {
    return "after the next response";
  }
  return slot.opensInMillis === 0 ? "immediately" : `in ${duration(slot.opensInMillis)}`;
}

/** Returns texts of the numbers above zero, such as 3 rejected. */
function counts(numbers) {
  return Object.entries(numbers).filter(([, number]) => number > 0)
    .map(([name, number]) => `${integers.format(number)} ${name}`);
}

function messagesOf({ messages, accepted, rejected, unknown }) {
  const parts = counts({ accepted, rejected, unknown });
  const notSent = messages - accepted - rejected - unknown;
  return (notSent ? [...parts, `${integers.format(notSent)} not sent`] : parts).join(", ");
}

function departureOf({ time: end, millis }) {
  return Date.parse(end) - millis;
}

/** Returns the messages per second between the departures of the requests in the ten seconds before a time. */
function recentRate(requests, at) {
  const recent = requests
    .map(request => ({ at: departureOf(request), messages: request.accepted + request.rejected + request.unknown }))
    .sort((one, other) => other.at - one.at)
    .filter(request => request.at <= at && request.at > at - RATE_WINDOW_MILLIS);
  if (recent.length === 0) {
    return 0;
  }
  if (recent.length === 1) {
    return 1000 * recent[0].messages / Math.max(1000, at - recent[0].at);
  }
  // The oldest request only starts the measured time. A pause after the newest counts if it is longer than usual.
  const messages = recent.slice(0, -1).reduce((sum, request) => sum + request.messages, 0);
  const span = recent[0].at - recent.at(-1).at;
  const usualGap = span / (recent.length - 1);
  const pause = Math.max(0, at - recent[0].at - 2 * usualGap);
  return 1000 * messages / Math.max(1, span + pause);
}

/**
 * Returns the rates of the seconds without a poll, from the last requests: before the page was loaded, and while it was
 * hidden. Without them, the chart would be empty after each load.
 */
function missedRates(requests, lastPolledAt, now) {
  if (requests.length === 0) {
    return [];
  }
  const known = Math.max(Math.min(...requests.map(departureOf)), now - TREND_MILLIS + POLL_MILLIS);
  const from = Math.max(known, lastPolledAt ?? known);
  const missed = Math.floor((now - from) / POLL_MILLIS) - 1;
  return Array.from({ length: Math.max(0, missed) }, (_, i) => from + (i + 1) * POLL_MILLIS)
    .map(at => ({ at, rate: recentRate(requests, at) }));
}

/** A bar as in the funnel, with its text. */
function progress(file, ended) {
  const cell = element("td", "");
  const bar = element("div", "", "bar tall");
  bar.setAttribute("aria-hidden", "true");
  const delivered = Math.min(file.delivered, file.accepted);
  const parts = {
    delivered,
    accepted: file.accepted - delivered,
    rejected: file.rejected,
    unknown: file.unknown,
    notsent: file.notSent,
    pending: Math.max(0, file.stored - ended),
  };
  for (const [name, part] of Object.entries(parts)) {
    const piece = element("i", "", name);
    piece.style.flexGrow = part;
    bar.append(piece);
  }
  const share = file.stored ? Math.floor(100 * ended / file.stored) : 0;
  cell.append(bar, element("span", `${integers.format(ended)} of ${integers.format(file.stored)}, ${share} %`));
  cell.className = "progress";
  return cell;
}

function fileOutcomes({ accepted, rejected, notSent, unknown }) {
  return counts({ accepted, rejected, "not sent": notSent, unknown }).join(", ") || "none yet";
}

function fileDelivery({ delivered, notDelivered }) {
  return counts({ delivered, "not delivered": notDelivered }).join(", ") || "none yet";
}

function timeLeft({ waiting, drainMillis }) {
  if (!waiting) {
    return "–";
  }
  return typeof drainMillis === "number" ? `about ${duration(Math.max(1000, drainMillis))}` : "unknown";
}

function place(file, line) {
  return [file, line ? `line ${line}` : ""].filter(part => part).join(", ");
}

function most(counts) {
  return Object.entries(counts).filter(([, number]) => number > 0).sort(([, a], [, b]) => b - a);
}

function rowHeader(text) {
  const cell = element("th", text);
  cell.scope = "row";
  return cell;
}

function upperFirst(text) {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

function lowerFirst(text) {
  return text.charAt(0).toLowerCase() + text.slice(1);
}

// ---- the page --------------------------------------------------------------------------------------------------------

function show(reports) {
  for (const report of reports) {
    if (!accounts.has(report.account)) {
      accounts.set(report.account, new Account(report.account));
    }
    accounts.get(report.account).show(report);
  }
  const present = new Set(reports.map(report => report.account));
  for (const [name, account] of accounts) {
    if (!present.has(name)) {
      account.remove();
      accounts.delete(name);
    }
  }
  byId("nothing").hidden = accounts.size > 0;
  byId("accounts").hidden = accounts.size < 2;
  const worst = [...accounts.values()].map(account => STATES[account.state]).sort((a, b) => b?.order - a?.order)[0];
  const waiting = reports.reduce((sum, report) => sum + report.backlog.messages, 0);
  document.title = `${worst?.order ? worst.word : `${integers.format(waiting)} pending`} · SMS operations`;
}

function responded(figures) {
  lastResponse = new Date();
  if (silentSince) {
    silentSince = null;
    document.body.classList.remove("stale");
    byId("silence").hidden = true;
    announce("The application responds again.");
  }
  show(figures.accounts);
  put(byId("updated"), `Updated ${clock.format(lastResponse)}`);
}

function unresponsive(reason) {
  if (!silentSince) {
    silentSince = new Date();
    document.body.classList.add("stale");
    byId("silence").hidden = false;
    announce("The application does not respond.");
  }
  put(byId("silence-text"), `Since ${timeOf(silentSince.toISOString())}: ${reason}. `
    + (lastResponse ? `The figures below are from ${timeOf(lastResponse.toISOString())}. ` : "")
    + "Check whether the application is running; this page retries every second.");
  put(byId("updated"), lastResponse ? `Outdated: last updated ${timeOf(lastResponse.toISOString())}` : "No figures yet");
  document.title = "No response · SMS operations";
}

async function fetchFigures() {
  const response = await fetch(FIGURES, {
    headers: { Accept: "application/json" }, cache: "no-store", signal: AbortSignal.timeout(TIMEOUT_MILLIS),
  });
  if (!response.ok) {
    throw new Error(`HTTP status ${response.status}`);
  }
  return response.json();
}

function reasonOf(error) {
  if (error.name === "TimeoutError") {
    return `no response within ${TIMEOUT_MILLIS / 1000} s`;
  }
  return error instanceof TypeError ? "no connection" : error.message;
}

async function poll() {
  let figures;
  try {
    figures = await fetchFigures();
  } catch (error) {
    unresponsive(reasonOf(error));
    return;
  }
  responded(figures);
}

let timer = 0;

async function keepPolling() {
  try {
    await poll();
  } finally {
    clearTimeout(timer);
    timer = setTimeout(keepPolling, document.hidden ? POLL_MILLIS_HIDDEN : POLL_MILLIS);
  }
}

document.addEventListener("visibilitychange", () => {
  if (!document.hidden) {
    keepPolling();
  }
});

keepPolling();
