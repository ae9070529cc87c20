import logging
import smtplib
from email.message import EmailMessage

log = logging.getLogger(__name__)


def build(to, subject, body):
    message = EmailMessage()
    message["To"] = to
    message["Subject"] = subject
    message.set_content(body)
    return message


def send(host, message):
    with smtplib.SMTP(host) as smtp:
        smtp.starttls()
        smtp.send_message(message)
    log.info("sent to %s", message["To"])
    return True
