/** The words of messages and questions, without the schemas: what a browser needs of them. */
export const contactTopics = ['general', 'support', 'sales', 'partnership'] as const;

/** How long each part of a message may be; the form says so before it is sent. */
export const contactLimits = { name: 120, email: 254, phone: 40, subject: 160, message: 5000 } as const;

export const faqCategories = ['basics', 'figures', 'hardware', 'bills', 'privacy', 'running'] as const;

export const faqLimits = { request: 500, question: 200, answer: 2000, reason: 500 } as const;
