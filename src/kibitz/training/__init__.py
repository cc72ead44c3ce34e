"""Training: self-play in compiled code, and the files of its positions."""

from kibitz.core.messages import register
from kibitz.training import training_messages

register(training_messages.SENTENCES)
