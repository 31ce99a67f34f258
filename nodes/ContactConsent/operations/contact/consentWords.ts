/**
 * What a cell of a consent column says: data, in English, German, French, Spanish, Italian and Dutch. Case, accents,
 * spaces and harmless signs make no difference. A word that may mean something else in such a column (active, pending,
 * bounced, archived) is left out on purpose: what is in doubt is not granted.
 */

/** Yes and no. What a yes means is the person's choice, because a column may ask who opted out. */
export const YES = `yes, true, on, checked, ticked; ja, wahr, an; oui, vrai, coché; sí, verdadero, cierto; sì, vero; ja, waar, aan;
	ok, okay`;
export const NO = `no, false, off, unchecked, never, none, not; nein, falsch, aus, nie, keine, kein; non, faux, jamais, aucun;
	no, falso, nunca, ninguno; no, mai, nessuno; nee, onwaar, uit, nooit, geen, niet`;

/** Words that say themselves that somebody agreed. */
export const GRANTED = `granted, given, opt-in, opted in, opt in, optin, double opt-in, subscribed, agreed, accepted, allowed, allow,
	consented, consent given, permitted, subscriber;
	erteilt, angemeldet, abonniert, zugestimmt, eingewilligt, einverstanden, erlaubt, akzeptiert, Einwilligung erteilt, Abonnent;
	accordé, accordée, donné, abonné, abonnée, inscrit, inscrite, accepté, acceptée, autorisé, consenti, d'accord, j'accepte;
	concedido, otorgado, suscrito, suscrita, inscrito, inscrita, aceptado, acepta, acepto, autorizado, de acuerdo, de alta, alta;
	concesso, dato, iscritto, iscritta, accettato, accetto, acconsento, autorizzato, prestato, d'accordo;
	verleend, gegeven, aangemeld, ingeschreven, geabonneerd, akkoord, toegestaan, geaccepteerd, toestemming gegeven`;

/** Words that say themselves that somebody did not agree, or was never asked. */
export const NOT_GRANTED = `not granted, not given, not opted in, not subscribed, never subscribed, non-subscribed, no consent,
	not allowed, declined, rejected, denied, refused, do not allow, not accepted, unsubscribed by default;
	nicht erteilt, nicht angemeldet, nicht abonniert, keine Einwilligung, abgelehnt, nicht erlaubt, nicht einverstanden, nie angemeldet;
	non accordé, non abonné, pas abonné, non inscrit, refusé, refusée, pas d'accord, je refuse;
	no concedido, no suscrito, no inscrito, rechazado, denegado, no acepta, no acepto, nunca suscrito;
	non concesso, non iscritto, rifiutato, negato, non accetto, non acconsento, mai iscritto;
	niet verleend, niet aangemeld, niet ingeschreven, geweigerd, afgewezen, niet akkoord, geen toestemming`;

/** Words of somebody who agreed once and took it back, or who objects: a withdrawal, whatever the column asks. */
export const WITHDRAWN = `withdrawn, revoked, unsubscribed, unsubscribe, opt-out, opted out, opt out, optout, cancelled, canceled,
	removed, blacklisted, blocked, blocklisted, suppressed, complained, spam complaint, do not contact, do not email, do not mail,
	dnc, objection, objected;
	widerrufen, zurückgezogen, abgemeldet, abbestellt, ausgetragen, gesperrt, gekündigt, Widerruf, Widerspruch, widersprochen,
	Werbesperre, nicht anschreiben, Blacklist;
	retiré, retirée, révoqué, révoquée, désabonné, désabonnée, désinscrit, désinscrite, bloqué, opposition, ne pas contacter;
	retirado, revocado, cancelado, baja, de baja, dado de baja, dada de baja, desuscrito, desuscrita, bloqueado, no contactar;
	revocato, ritirato, disiscritto, disiscritta, cancellato, bloccato, opposto, non contattare;
	ingetrokken, uitgeschreven, afgemeld, opgezegd, geblokkeerd, bezwaar, niet benaderen`;

/** A yes or no of one sign; 1 and -1 are yes, 0 is no, as a number too. Letters are read by their counterpart in the column, see `LETTERS`. */
export const YES_SIGNS = 'x ✓ ✔ ☑ ✅ √ 🗹';
export const NO_SIGNS = '✗ ✘ ☐ ❌ ✖';

/** Pairs of letters for yes and no. One letter alone may be anything, so both have to stand in the column. */
export const LETTERS = ['jn', 'yn', 'sn', 'on'] as const;

/**
 * Signs that may stand beside a yes. Any other one may deny it (❌ yes, ≠yes, a line through the letters). So may a ! in
 * front of the first letter.
 */
export const HARMLESS_SIGNS = '.,;:!¡…()[\\]*_/&+@#§\'"`´’‘‚‛“”„‟«»‹›🎉😀😃😊🙂👍📧💌❤';

/** What friendly sentences have that looks like a doubt, as alternatives of a pattern. */
export const HARMLESS_PHRASES =
	'\\d+\\s?%(?:\\s+off)?|(?:find|check)\\s+out|ab\\s+sofort|ne\\s+rien\\s+(?:manquer|rater)|antes\\s+que\\s+nadie';

/** Words that reverse the question of a heading: yes then means that somebody does not want it. */
export const NEGATIONS = `not, no, dont, never, stop, without, unsubscribe, unsubscribed, unsubscription, opt-out, optout, opted out,
	exclude, excluded, suppress, suppressed, suppression, blacklist, blacklisted, blocklist, blocklisted, block, blocked, withdrawn,
	withdrawal, revoked, objection, objects, declines, refuses, prohibited, forbidden, dnc;
	kein, keine, keinen, nicht, nie, ohne, gesperrt, Sperre, Sperrvermerk, Werbesperre, Mailsperre, Kontaktsperre, Sperrliste, Widerruf,
	widerrufen, Widerspruch, abgemeldet, Abmeldung, abbestellt, Austragung, ausgetragen, Werbewiderspruch, Werbeverbot, Robinson,
	Verzicht, verzichtet, Ablehnung, verweigert, untersagt, ausgeschlossen, Ausschluss;
	pas, jamais, sans, désabonné, désabonnement, désinscrit, désinscription, refus, refuse, retrait, bloqué, opposition,
	ne plus, exclu, exclue, exclus, interdit, interdite;
	sin, baja, bajas, desuscrito, revocado, revocación, exclusión, excluido, bloqueado, rechazo, oposición,
	prohibido, prohibida;
	non, nessun, nessuna, senza, disiscritto, disiscrizione, revoca, revocato, cancellato, cancellazione, rifiuto, opposizione, escluso,
	esclusa, esclusi, vietato, vietata;
	geen, niet, nooit, zonder, uitgeschreven, afgemeld, uitschrijving, afmelding, ingetrokken, bezwaar, geblokkeerd, uitgesloten,
	weigert, verboden`;

/** Words that have such a word inside, as patterns of a plain word: *donotbulkemail*, *emailoptout*, *Mailingsperre*. */
export const NEGATED_WORD =
	/^(?:donot|dont|no)(?:bulk|e?mail|call|phone|fax|post|sms|text|contact)|opt(?:ed)?out|(?:sperre|sperrliste|sperrvermerk|verbot|(?<!non|one|pit|bus|back)stopp?|abmeldung|widerspruch)$|^robinson/u;

/** Words that ask to be taken away, or say that somebody is. They reverse a heading, and a yes in front of them. */
export const TAKES_AWAY = `remove, removal, removing, delete, deleted, deletion, deleting, erase, erased, cancel, cancels, canceled,
	cancelled, cancelling, canceling, cancellation, unsubscribing, opting out, withdraw, withdrew, revoke, terminate, terminated,
	termination, discontinue, discontinued, stopped, deactivate, deactivated, disable, disabled;
	löschen, lösche, löscht, gelöscht, Löschung, abmelden, abbestellen, Abbestellung, austragen, austreten, Austritt, ausgetreten,
	kündigen, kündige, kündigt, Kündigung, entfernen, entferne, entfernt, stornieren, storniert, Storno, streichen, gestrichen,
	sperren, widerrufe, widersprechen, widerspreche, zurückziehen, zurückgenommen, beenden, beendet, gestoppt, deaktivieren,
	deaktiviert;
	supprimer, supprimé, supprimée, supprimez, suppression, résilier, résilié, résiliée, résiliation, désinscrire, désinscrivez,
	désabonner, désabonnez, annuler, annulé, annulée, annulez, annulation, retirer, retirez, effacer, effacé, effacée, effacez,
	enlever, enlevé, enlevée, enlevez, révoquer, révocation, arrêter, arrêté, arrêtez, désactivé, désactivée;
	eliminar, eliminado, eliminada, elimine, eliminen, elimíname, elimínenme, borrar, borrado, borrada, borre, borren, bórrame,
	bórrenme, bórreme, cancelar, cancelada, cancelación, cancele, cancelen, darse de baja, desuscribir, desuscribirme, anular,
	anulado, anulada, quitar, quitado, quítenme, suprimir, suprimido, suprimida, retirar, retirada, revocar, revocada, desactivado;
	cancellare, cancellata, cancella, cancellami, cancellatemi, eliminare, eliminato, eliminata, elimina, eliminami, eliminatemi,
	disiscrivere, disiscrivermi, disiscrivi, disiscrivetemi, rimuovere, rimosso, rimossa, rimuovi, rimuovetemi, disdire, disdetto,
	disdetta, revocare, revocata, ritirare, ritirata, annullare, annullato, annullata, disattivato;
	verwijderen, verwijderd, verwijder, verwijdering, opzeggen, opzegging, afmelden, uitschrijven, annuleren, geannuleerd, intrekken,
	intrekking, stopzetten, stopgezet, beëindigen, beëindigd, schrappen, geschrapt, gewist`;

/**
 * Words behind a yes that limit it, doubt it, or end it. Some are a half of a verb, as in *melde mich ab* and *take me
 * off*.
 */
export const DOUBTS = `but, only, except, if, unless, however, though, maybe, perhaps, possibly, probably, likely, unsure, unclear, unknown,
	pending, awaiting, waiting, unconfirmed, unverified, missing, tbc, tbd, later, expired, expires, lapsed, until, till,
	ended, ends, end, formerly, former, previously, paused, suspended, inactive, invalid, archived, bounced, spam, deceased, left,
	off, out, object, nope, cannot, can't, won't, isn't, doesn't, didn't, wouldn't, n;
	aber, nur, lediglich, außer, jedoch, falls, sofern, wenn, vielleicht, eventuell, evtl, möglicherweise, vermutlich, wahrscheinlich,
	unklar, unsicher, unbekannt, offen, ausstehend, wartet, fehlt, unbestätigt, später, bis, bisher, abgelaufen, verfallen, ungültig,
	inaktiv, pausiert, Ende, früher, ehemals, ehemalig, verstorben, ab, aus, nein;
	mais, sauf, seulement, uniquement, cependant, peut-être, éventuellement, probablement, en attente, à confirmer, inconnu, jusqu,
	jusque, expiré, expirée, expire, périmé, périmée, échu, échue, fin, invalide, inactif, inactive, suspendu, anciennement, décédé,
	décédée, ne;
	pero, sólo, solamente, salvo, excepto, quizás, quizá, tal vez, acaso, posiblemente, probablemente, dudoso, pendiente,
	desconocido, hasta, caducado, caducada, vencido, vencida, expirado, expirada, inactivo, inválido, suspendido, antes, fallecido;
	ma, solo, soltanto, tranne, eccetto, forse, magari, eventualmente, probabilmente, in attesa, da confermare, sconosciuto, fino,
	finora, scaduto, scaduta, scade, inattivo, sospeso, deceduto;
	maar, alleen, slechts, enkel, behalve, echter, indien, mits, misschien, wellicht, eventueel, mogelijk, waarschijnlijk, onbekend,
	onduidelijk, onbevestigd, in afwachting, wachtend, tot, totdat, verlopen, vervallen, voorheen, vroeger, inactief, overleden, af,
	uit, nee`;

/** Words of a heading that asks for a consent. Such a column that nobody chose is named, with the option as advice. */
export const CONSENT_HEADINGS = `newsletter, consent, consents, opt-in, optin, opt-out, optout, opted, subscribed, unsubscribed,
	marketing, permission, subscription, subscriber status;
	Einwilligung, Einwilligungen, Werbung, Werbeeinwilligung, Werbesperre, Rundbrief, Infobrief, Zustimmung, Widerruf;
	consentement, abonné, infolettre, prospection; consentimiento, boletín, publicidad, suscrito; consenso, pubblicità, iscritto;
	toestemming, nieuwsbrief, reclame`;
